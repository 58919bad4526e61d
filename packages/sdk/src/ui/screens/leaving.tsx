import { useLanguage } from '../language-context.ts';
import { Button } from '../parts/button.tsx';
import { Page } from '../parts/page.tsx';

interface LeavingProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/**
 * Asks for confirmation before the user leaves the flow. Replaces the first screen, because the dialog over a screen is
 * deferred.
 */
export function Leaving({ onStay, onLeave }: LeavingProps) {
  const { t } = useLanguage();
  return (
    <Page
      align="middle"
      heading={t('quit.title')}
      lead={t('quit.text')}
      actions={
        <>
          <Button kind="primary" onPress={onStay}>
            {t('quit.stay')}
          </Button>
          <Button kind="quiet" onPress={onLeave}>
            {t('quit.leave')}
          </Button>
        </>
      }
    />
  );
}
