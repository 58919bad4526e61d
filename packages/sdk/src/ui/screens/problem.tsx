import type { FlowProblem } from '../../flow/screen.ts';
import { useLanguage } from '../language-context.ts';
import { Button } from '../parts/button.tsx';
import { icons } from '../parts/icons.ts';
import { Page } from '../parts/page.tsx';
import { StatusMark } from '../parts/status-mark.tsx';

const problemIcons: Readonly<Record<FlowProblem['kind'], string>> = {
  'session-expired': icons.clock,
  'capture-unavailable': icons.cameraOff,
  'retry-limit': icons.alert,
  general: icons.alert,
  'taken-over': icons.elsewhere,
};

interface ProblemProps {
  readonly problem: FlowProblem;
  readonly onClose: () => void;
}

/** Says that the flow cannot go on: the next step first, the code small and ready to be copied for support. */
export function Problem({ problem, onClose }: ProblemProps) {
  const { t } = useLanguage();
  const { kind, code } = problem;
  const isTrouble = kind !== 'taken-over';
  return (
    <Page
      align="middle"
      art={
        <StatusMark icon={problemIcons[kind]} pointing={!isTrouble} tone={isTrouble ? 'caution' : 'accent'} />
      }
      heading={t(`problem.${kind}`)}
      lead={t(`problem.${kind}Text`)}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t('problem.close')}
        </Button>
      }
    >
      {isTrouble && <p class="support-code">{t('problem.code', { code })}</p>}
    </Page>
  );
}
