import type { CollectScreen } from '../../flow/screen.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { icons } from '../../ui/parts/icons.ts';
import { Page } from '../../ui/parts/page.tsx';
import { ProgressBar } from '../../ui/parts/progress-bar.tsx';
import { StatusMark } from '../../ui/parts/status-mark.tsx';
import { uploadText } from '../../ui/parts/upload-text.ts';

type CollectUploadProps = Extract<CollectScreen, { readonly kind: 'collect-upload' }>;

/** Shows the progress of a file's upload; after the last file, that the submission is being sent. */
export function CollectUpload({ name, progress, offline }: CollectUploadProps) {
  const { t, intlTag } = useLanguage();
  const share = progress && progress.totalBytes > 0 ? progress.sentBytes / progress.totalBytes : 0;
  const bytes = progress
    ? t('upload.bytes', {
        sent: formatSize(progress.sentBytes, intlTag),
        total: formatSize(progress.totalBytes, intlTag),
      })
    : t('collect.preparing');
  const title = t('collect.sending');
  return (
    <Page
      align="middle"
      art={<StatusMark icon={offline ? icons.alert : icons.lock} tone={offline ? 'caution' : 'accent'} />}
      heading={title}
      lead={uploadText(offline, t)}
    >
      {(progress !== null || !offline) && (
        <div class="sending">
          <ProgressBar label={title} share={share} value={bytes} />
          {name && (
            <p class="note">
              <bdi>{name}</bdi>
            </p>
          )}
          <p class="note figures">{bytes}</p>
        </div>
      )}
    </Page>
  );
}
