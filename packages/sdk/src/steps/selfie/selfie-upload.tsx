import type { Offline, UploadProgress } from '../../flow/screen.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { icons } from '../../ui/parts/icons.ts';
import { Page } from '../../ui/parts/page.tsx';
import { ProgressBar } from '../../ui/parts/progress-bar.tsx';
import { StatusMark } from '../../ui/parts/status-mark.tsx';
import { uploadText } from '../../ui/parts/upload-text.ts';

interface SelfieUploadProps {
  /** Progress of the video's upload; null if there is no video, or no byte has been sent yet. */
  readonly progress: UploadProgress | null;
  readonly offline: Offline;
}

/** Shows the upload of the video after all poses are stored. */
export function SelfieUpload({ progress, offline }: SelfieUploadProps) {
  const { t } = useLanguage();
  const share = progress && progress.totalBytes > 0 ? progress.sentBytes / progress.totalBytes : 0;
  return (
    <Page
      align="middle"
      art={<StatusMark icon={offline ? icons.alert : icons.lock} tone={offline ? 'caution' : 'accent'} />}
      heading={t('selfie.sending')}
      lead={uploadText(offline, t)}
    >
      {progress && (
        <div class="sending">
          <ProgressBar label={t('selfie.sending')} share={share} />
        </div>
      )}
    </Page>
  );
}
