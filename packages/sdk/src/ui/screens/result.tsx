import type { ResultKind } from '../../flow/screen.ts';
import { useLanguage } from '../language-context.ts';
import { Button } from '../parts/button.tsx';
import { deferredIcons } from '../parts/deferred-icons.ts';
import { icons } from '../parts/icons.ts';
import { Page } from '../parts/page.tsx';
import { StatusMark } from '../parts/status-mark.tsx';

const marks: Readonly<Record<ResultKind, Parameters<typeof StatusMark>[0]>> = {
  success: { icon: deferredIcons.check, tone: 'success' },
  pending: { icon: icons.clock, tone: 'accent' },
  failed: { icon: icons.close, tone: 'danger' },
  unknown: { icon: icons.alert, tone: 'caution' },
};

interface ResultProps {
  readonly result: ResultKind;
  readonly onDone: () => void;
}

/** Shows the result in a plain sentence, and what happens next. */
export function Result({ result, onDone }: ResultProps) {
  const { t } = useLanguage();
  return (
    <Page
      align="middle"
      art={<StatusMark {...marks[result]} />}
      heading={t(`result.${result}`)}
      lead={t(`result.${result}Text`)}
      actions={
        <Button kind="primary" onPress={onDone}>
          {t('result.done')}
        </Button>
      }
    />
  );
}
