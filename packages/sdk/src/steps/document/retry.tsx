import type { DocumentRetryReason, DocumentType } from '@vendor/contract';
import { useLanguage } from '../../ui/language-context.ts';
import { Button } from '../../ui/parts/button.tsx';
import { DocumentScene, type Flaw } from '../../ui/parts/camera/document-scene.tsx';
import { Page } from '../../ui/parts/page.tsx';

const flaws: Readonly<Record<DocumentRetryReason, Flaw>> = {
  IMAGE_UNREADABLE: 'torn',
  IMAGE_TOO_SMALL: 'far',
  IMAGE_BLURRED: 'blurred',
  IMAGE_TOO_DARK: 'dark',
  IMAGE_TOO_BRIGHT: 'bright',
  IMAGE_GLARE: 'glare',
  DOCUMENT_NOT_FOUND: 'missing',
  DOCUMENT_CUT_OFF: 'cut-off',
  DOCUMENT_TOO_FAR: 'far',
  MRZ_NOT_FOUND: 'lines',
  MRZ_UNREADABLE: 'lines',
  WRONG_DOCUMENT_TYPE: 'other',
  WRONG_SIDE: 'other',
};

/** Maximum number of attempts left at which the number is shown. */
const FEW_ATTEMPTS = 2;

interface RetryProps {
  readonly document: DocumentType;
  /** Reasons for the retry, the most important first. */
  readonly reasons: readonly DocumentRetryReason[];
  /** Attempts left, including the next one. */
  readonly attemptsLeft: number;
  /** Whether the next attempt starts with the choice of the document. */
  readonly choosesAnew: boolean;
  readonly onTryAgain: () => void;
}

/** Says what was wrong with the picture and how to improve it. */
export function Retry({ document, reasons, attemptsLeft, choosesAnew, onTryAgain }: RetryProps) {
  const { t } = useLanguage();
  const [first = 'IMAGE_UNREADABLE', ...others] = reasons;
  const getRemedy = (reason: DocumentRetryReason): string =>
    reason === 'WRONG_DOCUMENT_TYPE'
      ? t(`retry.${reason}.${choosesAnew ? 'remedy' : 'same'}`, { document: t(`document.${document}`) })
      : t(`retry.${reason}.remedy`);
  return (
    <Page
      align="start"
      art={<DocumentScene document={document} side={sideWithLines(first)} flaw={flaws[first]} />}
      heading={t(`retry.${first}`)}
      lead={getRemedy(first)}
      actions={
        <>
          {attemptsLeft <= FEW_ATTEMPTS && (
            <p class="note">{t('retry.triesLeft', { count: attemptsLeft })}</p>
          )}
          <Button kind="primary" onPress={onTryAgain}>
            {t(choosesAnew ? 'retry.choose' : 'retry.again')}
          </Button>
        </>
      }
    >
      {others.length > 0 && (
        <div class="also">
          <h2 class="also-title">{t('retry.also')}</h2>
          <ul class="also-list">
            {others.map((reason) => (
              <li key={reason}>{getRemedy(reason)}</li>
            ))}
          </ul>
        </div>
      )}
    </Page>
  );
}

/** A card has its machine-readable lines on the back. */
function sideWithLines(reason: DocumentRetryReason): 'front' | 'back' {
  return flaws[reason] === 'lines' ? 'back' : 'front';
}
