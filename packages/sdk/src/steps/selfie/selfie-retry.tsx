import type { SelfieRetryReason } from '@vendor/contract';
import type { Translate } from '../../i18n/translate.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { Button } from '../../ui/parts/button.tsx';
import { Page } from '../../ui/parts/page.tsx';
import { type FaceFlaw, FaceScene } from './face-scene.tsx';

const flaws: Readonly<Record<SelfieRetryReason, FaceFlaw>> = {
  IMAGE_UNREADABLE: 'missing',
  IMAGE_TOO_SMALL: 'far',
  IMAGE_BLURRED: 'blurred',
  IMAGE_TOO_DARK: 'dark',
  IMAGE_TOO_BRIGHT: 'bright',
  FACE_NOT_FOUND: 'missing',
  FACES_MANY: 'many',
  FACE_TOO_SMALL: 'far',
  FACE_COVERED: 'covered',
  FACE_TURNED_WRONG: 'turned',
  SELFIE_STILL: 'turned',
  SELFIE_TOO_FAST: 'turned',
};

/** Maximum number of attempts left at which the number is shown. */
const FEW_ATTEMPTS = 2;

interface SelfieRetryProps {
  /** Reasons for the retry, the most important first. */
  readonly reasons: readonly SelfieRetryReason[];
  /** Attempts left, including the next one. */
  readonly attemptsLeft: number;
  readonly onTryAgain: () => void;
}

/** Says what was wrong with the pictures of the face and how to improve them. */
export function SelfieRetry({ reasons, attemptsLeft, onTryAgain }: SelfieRetryProps) {
  const { t } = useLanguage();
  const [first = 'IMAGE_UNREADABLE', ...others] = reasons;
  return (
    <Page
      align="start"
      art={<FaceScene flaw={flaws[first]} />}
      heading={t(first === 'IMAGE_TOO_SMALL' ? 'selfie.IMAGE_TOO_SMALL' : `retry.${first}`)}
      lead={getRemedy(first, t)}
      actions={
        <>
          {attemptsLeft <= FEW_ATTEMPTS && (
            <p class="note">{t('retry.triesLeft', { count: attemptsLeft })}</p>
          )}
          <Button kind="primary" onPress={onTryAgain}>
            {t('action.tryAgain')}
          </Button>
        </>
      }
    >
      {others.length > 0 && (
        <div class="also">
          <h2 class="also-title">{t('retry.also')}</h2>
          <ul class="also-list">
            {others.map((reason) => (
              <li key={reason}>{getRemedy(reason, t)}</li>
            ))}
          </ul>
        </div>
      )}
    </Page>
  );
}

/** Replaces remedies that only suit documents. */
function getRemedy(reason: SelfieRetryReason, t: Translate): string {
  switch (reason) {
    case 'IMAGE_UNREADABLE':
    case 'IMAGE_TOO_SMALL':
    case 'IMAGE_BLURRED':
      return t(`selfie.${reason}.remedy`);
    default:
      return t(`retry.${reason}.remedy`);
  }
}
