import { useLanguage } from '../ui/language-context.ts';
import { Button } from '../ui/parts/button.tsx';
import { Dialog, type DialogPlace } from '../ui/parts/dialog.tsx';
import { isUnderWay, type TimeKeeper, type TimeWarning } from './keep-time.ts';
import { twoSentences } from './two-sentences.ts';

interface TimeDialogProps extends DialogPlace {
  readonly warning: TimeWarning;
  readonly keeper: Pick<TimeKeeper, 'dismiss' | 'askForMore'>;
}

/** Announces that the time is nearly over, and offers more if possible (WCAG 2.2.1, timing adjustable). */
export function TimeDialog({ warning, keeper, behind }: TimeDialogProps) {
  const { t } = useLanguage();
  const { minutesLeft, extendable, request } = warning;
  const left = minutesLeft === 0 ? t('time.leftLast') : t('time.left', { count: minutesLeft });
  const isAsking = isUnderWay(request);
  const trouble = {
    failed: 'time.failed',
    offline: 'upload.offline',
    unanswered: 'upload.noAnswer',
  } as const;
  return (
    <Dialog
      behind={behind}
      title={t('time.title')}
      text={twoSentences(left, t(extendable ? 'time.extendable' : 'time.final'))}
    >
      <p class="dialog-trouble" role="alert">
        {request in trouble && t(trouble[request as keyof typeof trouble])}
      </p>
      {extendable && (
        <Button kind="primary" busy={isAsking} onPress={() => keeper.askForMore()}>
          {t('time.more')}
        </Button>
      )}
      <Button kind={extendable ? 'quiet' : 'primary'} onPress={() => keeper.dismiss()}>
        {t('time.goOn')}
      </Button>
    </Dialog>
  );
}
