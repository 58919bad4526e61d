import type { DocumentSide, DocumentType } from '@vendor/contract';
import { useLanguage } from '../../ui/language-context.ts';
import { Button } from '../../ui/parts/button.tsx';
import { TakenPicture } from '../../ui/parts/camera/taken-picture.tsx';
import { Page } from '../../ui/parts/page.tsx';

interface ReviewProps {
  readonly document: DocumentType;
  readonly side: DocumentSide;
  readonly imageUrl: string;
  readonly onAccept: () => void;
  readonly onRetake: () => void;
}

/** Shows the picture before it is sent, and asks the user to check what has not been checked automatically. */
export function Review({ document, side, imageUrl, onAccept, onRetake }: ReviewProps) {
  const { t } = useLanguage();
  return (
    <Page
      align="start"
      heading={t('review.title')}
      actions={
        <>
          <Button kind="primary" onPress={onAccept}>
            {t('review.accept')}
          </Button>
          <Button kind="quiet" onPress={onRetake}>
            {t('review.retake')}
          </Button>
        </>
      }
    >
      <TakenPicture
        url={imageUrl}
        description={t('review.picture', { side: t(`side.${document}.${side}`) })}
      />
      <ul class="look-at">
        {(['review.sharp', 'review.glare', 'review.corners'] as const).map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
    </Page>
  );
}
