import type { CameraProblem as Problem } from '../../flow/screen.ts';
import type { Browser } from '../browser.ts';
import { useLanguage } from '../language-context.ts';
import { Button } from '../parts/button.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { icons } from '../parts/icons.ts';
import { Page } from '../parts/page.tsx';
import { StatusMark } from '../parts/status-mark.tsx';

const problemIcons: Readonly<Record<Problem, string>> = {
  denied: icons.cameraOff,
  missing: icons.cameraOff,
  busy: icons.camera,
  forbidden: icons.cameraOff,
  unloaded: icons.alert,
};

interface CameraProblemProps {
  readonly problem: Problem;
  readonly fileAllowed: boolean;
  /** Whose menus the how-to names. */
  readonly browser: Browser;
  readonly onTryAgain: () => void;
  readonly onFile: (file: File) => void;
}

/** Says why the camera shows nothing and what to do about it, step by step, without leaving the page. */
export function CameraProblem({ problem, fileAllowed, browser, onTryAgain, onFile }: CameraProblemProps) {
  const { t } = useLanguage();
  const lead = problem === 'missing' && fileAllowed ? 'missingFileText' : (`${problem}Text` as const);
  return (
    <Page
      align="middle"
      art={<StatusMark icon={problemIcons[problem]} tone="caution" />}
      heading={t(`cameraProblem.${problem}`)}
      lead={t(`cameraProblem.${lead}`)}
      actions={
        <>
          <Button kind="primary" onPress={onTryAgain}>
            {t('action.tryAgain')}
          </Button>
          {fileAllowed && <FileButton label={t('instruct.file')} onFile={onFile} />}
        </>
      }
    >
      {problem === 'denied' && (
        <ol class="steps-list">
          <li>{t(`allow.${browser}.1`)}</li>
          <li>{t(`allow.${browser}.2`)}</li>
          {browser !== 'in-app' && <li>{t('allow.then')}</li>}
        </ol>
      )}
    </Page>
  );
}
