import type { CameraProblem as Problem } from '../../flow/screen.ts';
import type { CameraHelp } from '../camera-help.tsx';
import { useLanguage } from '../language-context.ts';
import { Button } from '../parts/button.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { icons } from '../parts/icons.ts';
import { Page } from '../parts/page.tsx';
import { StatusMark } from '../parts/status-mark.tsx';

interface CameraProblemProps {
  readonly problem: Problem;
  readonly fileAllowed: boolean;
  /** Types of files that may be chosen instead, as for the `accept` attribute of an input. */
  readonly fileTypes?: string | undefined;
  readonly help: CameraHelp;
  readonly onTryAgain: () => void;
  readonly onFile: (file: File) => void;
}

/** Explains a camera problem and its remedy step by step, without leaving the page. */
export function CameraProblem(props: CameraProblemProps) {
  const { problem, fileAllowed, help, onTryAgain } = props;
  const { t } = useLanguage();
  const hasFileText = fileAllowed && (problem === 'missing' || problem === 'forbidden');
  const { CopyLink } = help;
  const steps = help.steps(t);
  const again = (
    <Button kind={CopyLink ? 'quiet' : 'primary'} onPress={onTryAgain}>
      {t('action.tryAgain')}
    </Button>
  );
  return (
    <Page
      align="middle"
      art={<StatusMark icon={problem === 'busy' ? icons.camera : icons.cameraOff} tone="caution" />}
      heading={t(`cameraProblem.${problem}`)}
      lead={t(hasFileText ? `cameraProblem.${problem}FileText` : `cameraProblem.${problem}Text`)}
      actions={
        <>
          {CopyLink ? <CopyLink /> : again}
          {fileAllowed ? <FileButton {...props} /> : CopyLink && again}
        </>
      }
    >
      {steps.length > 0 && (
        <ol class="steps-list">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </Page>
  );
}
