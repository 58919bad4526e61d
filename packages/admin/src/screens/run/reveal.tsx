import type { AdminExecution } from '@vendor/contract/admin';
import { Eye } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFocusAfter } from '../../parts/use-focus-after.ts';
import { run as runTexts } from '../../texts/en/run.ts';

const { reveal: texts, masked } = runTexts;

/** Reveals masked data for a reason, which is kept in the audit trail. */
export function Reveal(props: { run: AdminExecution; onReveal: (reason: string) => Promise<void> }) {
  const { run, onReveal } = props;
  const [isAsked, setAsked] = useState(false);
  const [reveals, setReveals] = useState(0);
  const status = useFocusAfter<HTMLParagraphElement>(reveals);
  const isPurged = run.purgedAt !== null;
  const isOffered = !isPurged && (run.isMasked || isAsked);
  if (isOffered && run.may.reveal !== null)
    return run.may.reveal === 'ROLE' ? <p class="small quiet">{texts.ROLE}</p> : null;
  const reveal = async (reason: string) => {
    await onReveal(reason);
    setAsked(false);
    setReveals(reveals + 1);
  };
  return (
    <>
      <p ref={status} class="small quiet" role="status" tabIndex={-1}>
        {!isOffered && !isPurged && run.may.reveal === null && texts.done}
      </p>
      {isOffered && (
        <section class="card row" aria-label={masked}>
          <p class="small">{masked}</p>
          <button type="button" class="button" onClick={() => setAsked(true)}>
            <Eye size={16} aria-hidden="true" /> {texts.open}
          </button>
          {isAsked && <RevealDialog onClose={() => setAsked(false)} onReveal={reveal} />}
        </section>
      )}
    </>
  );
}

function RevealDialog(props: { onClose: () => void; onReveal: (reason: string) => Promise<void> }) {
  const { onClose, onReveal } = props;
  const reveal = (typed: FormData) => onReveal(String(typed.get('reason')).trim());
  return (
    <FormDialog title={texts.title} submit={texts.submit} onClose={onClose} onSubmit={reveal}>
      <p>{texts.text}</p>
      <label class="field">
        {texts.reason}
        <textarea name="reason" rows={2} minLength={3} maxLength={250} required />
      </label>
    </FormDialog>
  );
}
