import type { AdminWorkflow } from '@vendor/contract/admin';
import { useState } from 'preact/hooks';
import { changeWorkflow } from '../../api/workflows.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAct } from '../../parts/use-act.ts';
import { mayDo } from '../../session.ts';
import { workflows } from '../../texts/en/workflows.ts';

const texts = workflows.active;

/** Activates a workflow at once, or deactivates it after a confirmation, because users may be about to start it. */
export function ActiveSwitch(props: {
  workflow: Pick<AdminWorkflow, 'id' | 'name' | 'active'>;
  onChanged: () => void;
}) {
  const { workflow, onChanged } = props;
  const { id, name, active } = workflow;
  const { failure, isBusy, act } = useAct();
  const [isAsked, setAsked] = useState(false);
  const change = () =>
    act(async () => {
      await changeWorkflow(id, { active: !active });
      setAsked(false);
      onChanged();
    });
  return (
    <>
      <button
        type="button"
        role="switch"
        class="switch"
        aria-checked={active}
        aria-label={texts.label(active ? texts.on : texts.off, name)}
        aria-disabled={isBusy}
        disabled={!mayDo('workflow.change')}
        onClick={() => (active ? setAsked(true) : change())}
      >
        <i aria-hidden="true" />
        {active ? texts.on : texts.off}
      </button>
      {failure && !isAsked && <FailureNotice failure={failure} texts={workflows.failures} />}
      {isAsked && (
        <Dialog title={texts.title} onClose={() => setAsked(false)}>
          <p class="break">
            <strong>{name}</strong>
          </p>
          <p>{texts.text}</p>
          {failure && <FailureNotice failure={failure} texts={workflows.failures} />}
          <div class="row end">
            <button type="button" class="button" onClick={() => setAsked(false)}>
              {texts.cancel}
            </button>
            <button type="button" class="button decline" aria-disabled={isBusy} onClick={change}>
              {texts.submit}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
