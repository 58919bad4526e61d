import { useLanguage } from '../language-context.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogPlace } from './dialog.tsx';

interface QuitDialogProps extends DialogPlace {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks for confirmation before the user leaves the flow. */
export function QuitDialog({ behind, onStay, onLeave }: QuitDialogProps) {
  const { t } = useLanguage();
  return (
    <Dialog behind={behind} title={t('quit.title')} text={t('quit.text')}>
      <Button kind="primary" onPress={onStay}>
        {t('quit.stay')}
      </Button>
      <Button kind="quiet" onPress={onLeave}>
        {t('quit.leave')}
      </Button>
    </Dialog>
  );
}
