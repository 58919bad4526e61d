import type { CollectScreen } from '../../flow/screen.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { Button } from '../../ui/parts/button.tsx';
import { TakenPicture } from '../../ui/parts/camera/taken-picture.tsx';
import { Page } from '../../ui/parts/page.tsx';
import { FileRow } from './file-row.tsx';

type CollectReviewProps = Extract<CollectScreen, { readonly kind: 'collect-review' }> & {
  readonly onAccept: () => void;
  readonly onRetake: () => void;
};

/** Shows what will be sent: a picture itself, any other file by its name. */
export function CollectReview({ imageUrl, name, sizeBytes, onAccept, onRetake }: CollectReviewProps) {
  const { t } = useLanguage();
  const isTaken = name === '';
  return (
    <Page
      align="start"
      heading={t(imageUrl ? 'review.title' : 'collect.review')}
      actions={
        <>
          <Button kind="primary" onPress={onAccept}>
            {t(imageUrl ? 'review.accept' : 'collect.accept')}
          </Button>
          <Button kind="quiet" onPress={onRetake}>
            {t(isTaken ? 'review.retake' : 'collect.another')}
          </Button>
        </>
      }
    >
      {imageUrl ? (
        <>
          <TakenPicture url={imageUrl} description={t('collect.picture')} />
          <ul class="look-at">
            {(['review.sharp', 'review.glare', 'review.corners'] as const).map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        </>
      ) : (
        <div class="files">
          <FileRow name={name} sizeBytes={sizeBytes} />
        </div>
      )}
    </Page>
  );
}
