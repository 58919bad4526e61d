import type { AdminExecution } from '@vendor/contract/admin';
import { Eye } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { type Failure, failureOf } from '../../api/failure.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { frame } from '../../texts/en/frame.ts';
import { run as runTexts } from '../../texts/en/run.ts';

const { reveal: texts, masked } = runTexts;

/** Shows masked data for a reason, which the audit trail keeps. */
export function Reveal(props: { run: AdminExecution; onReveal: (reason: string) => Promise<void> }) {
  const { run, onReveal } = props;
  const [isAsked, setAsked] = useState(false);
  if (run.purgedAt !== null || (!run.isMasked && !isAsked))
    return (
      <p class="small quiet" role="status">
        {run.purgedAt === null && run.may.reveal === null && texts.done}
      </p>
    );
  if (run.may.reveal !== null)
    return run.may.reveal === 'ROLE' ? <p class="small quiet">{texts.ROLE}</p> : null;
  return (
    <section class="card row" aria-label={masked}>
      <p class="small">{masked}</p>
      <button type="button" class="button" onClick={() => setAsked(true)}>
        <Eye size={16} aria-hidden="true" /> {texts.open}
      </button>
      {isAsked && <RevealDialog onClose={() => setAsked(false)} onReveal={onReveal} />}
    </section>
  );
}

function RevealDialog(props: { onClose: () => void; onReveal: (reason: string) => Promise<void> }) {
  const { onClose, onReveal } = props;
  const dialog = useDialog();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget as HTMLFormElement).get('reason')).trim();
    setBusy(true);
    try {
      await onReveal(reason);
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} class="card" aria-labelledby="reveal" onClose={onClose}>
      <form class="stack" onSubmit={send}>
        <h2 id="reveal">{texts.title}</h2>
        <p>{texts.text}</p>
        {failure && <FailureNotice failure={failure} />}
        <label class="field">
          {texts.reason}
          <textarea name="reason" rows={2} minLength={3} maxLength={250} required />
        </label>
        <div class="row end">
          <button type="button" class="button" onClick={onClose}>
            {frame.cancel}
          </button>
          <button type="submit" class="button primary" disabled={isBusy}>
            {texts.submit}
          </button>
        </div>
      </form>
    </dialog>
  );
}
