import type { FlowProblem } from '../../flow/screen.ts';
import { useLanguage } from '../language-context.ts';
import { Button } from '../parts/button.tsx';
import { icons } from '../parts/icons.ts';
import { Page } from '../parts/page.tsx';
import { StatusMark } from '../parts/status-mark.tsx';

/** Icons of problems; `icons.alert` for those not listed. */
const problemIcons: Readonly<Partial<Record<FlowProblem['kind'], string>>> = {
  'session-expired': icons.clock,
  'capture-unavailable': icons.cameraOff,
  'taken-over': icons.elsewhere,
};

interface ProblemProps {
  readonly problem: FlowProblem;
  /** Closes the flow, or tries again after a general problem, in which case only the header closes the flow. */
  readonly onPress: () => void;
}

/**
 * Says that the flow cannot continue, or only after another attempt: what happened, what to do, and the error code in small
 * type for support.
 */
export function Problem({ problem, onPress }: ProblemProps) {
  const { t } = useLanguage();
  const { kind, code } = problem;
  const isTrouble = kind !== 'taken-over';
  return (
    <Page
      align="middle"
      art={
        <StatusMark
          icon={problemIcons[kind] ?? icons.alert}
          pointing={!isTrouble}
          tone={isTrouble ? 'caution' : 'accent'}
        />
      }
      heading={t(`problem.${kind}`)}
      lead={t(`problem.${kind}Text`)}
      actions={
        <Button kind="primary" onPress={onPress}>
          {t(kind === 'general' ? 'problem.tryAgain' : 'problem.close')}
        </Button>
      }
    >
      {isTrouble && <p class="support-code">{t('problem.code', { code })}</p>}
    </Page>
  );
}
