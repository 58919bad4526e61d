import type { Offline, UploadProgress } from '../../flow/screen.ts';
import { formatMegabytes } from '../../i18n/format.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { icons } from '../../ui/parts/icons.ts';
import { Page } from '../../ui/parts/page.tsx';
import { ProgressBar } from '../../ui/parts/progress-bar.tsx';
import { StatusMark } from '../../ui/parts/status-mark.tsx';
import { uploadText } from '../../ui/parts/upload-text.ts';

interface UploadProps {
  /** Null while the size is unknown. */
  readonly progress: UploadProgress | null;
  readonly offline: Offline;
}

/** Shows the progress of the upload. */
export function Upload({ progress, offline }: UploadProps) {
  const { t, intlTag } = useLanguage();
  const share = progress?.totalBytes ? progress.sentBytes / progress.totalBytes : 0;
  const bytes = progress
    ? t('upload.bytes', {
        sent: formatMegabytes(progress.sentBytes, intlTag),
        total: formatMegabytes(progress.totalBytes, intlTag),
      })
    : t('upload.preparing');
  // Without a connection, no progress is shown until the first bytes are sent.
  const isUnderWay = progress !== null || !offline;
  return (
    <Page
      align="middle"
      art={<StatusMark icon={offline ? icons.alert : icons.lock} tone={offline ? 'caution' : 'accent'} />}
      heading={t('upload.title')}
      lead={uploadText(offline, t)}
    >
      {isUnderWay && (
        <div class="sending">
          <ProgressBar label={t('upload.title')} share={share} value={bytes} />
          <p class="note figures">{bytes}</p>
        </div>
      )}
    </Page>
  );
}
