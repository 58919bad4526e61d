import { signal } from '@preact/signals';
import type { AdminSampleData } from '@vendor/contract/admin';
import { FlaskConical } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { makeSampleData, readSampleData, removeSampleData } from '../../api/samples.ts';
import { onChanges } from '../../live.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAct } from '../../parts/use-act.ts';
import { mayDoIn, mode } from '../../session.ts';
import { samples as texts } from '../../texts/en/samples.ts';

/** Sample data of the account; null while unknown or if the signed-in person may not see it. */
const known = signal<AdminSampleData | null>(null);

/** Id of the element that announces the sample data. It is rendered before there is any, and takes the focus of its button. */
const statusId = 'samples';

/** Reads the progress of the sample data. A failure keeps the last known state. */
async function read(): Promise<void> {
  known.value = await readSampleData().catch(() => known.value);
}

/** Returns whether sample data is offered here: in test mode, to people who may create it. */
const isOffered = () => mode.value === 'test' && mayDoIn('sample.change', 'test');

/** Shows the progress while sample runs are created, then offers their removal. Shows nothing without sample data. */
export function SampleStrip() {
  const offered = isOffered();
  const state = known.value?.state;
  useEffect(() => {
    if (offered) void read();
  }, [offered]);
  useEffect(() => {
    if (!offered) return;
    // Any changed run may be a sample run. The timer is needed because the job ends after its last change.
    const stop = onChanges(() => void read());
    const timer = state === 'running' ? setInterval(() => void read(), 3000) : undefined;
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [offered, state]);
  const [isAsked, setAsked] = useState(false);
  const data = known.value;
  if (!offered || !data) return null;
  const text = {
    none: '',
    running: texts.running(data.finished, data.total),
    present: texts.present,
  }[data.state];
  return (
    <div class={text ? 'sample-strip' : 'hidden'}>
      {text && <FlaskConical size={16} aria-hidden="true" />}
      <span id={statusId} role="status" tabIndex={-1}>
        {text}
      </span>
      {data.state === 'running' && (
        <progress aria-label={texts.progress} value={data.finished} max={data.total} />
      )}
      {data.state === 'present' && (
        <button type="button" class="button plain" onClick={() => setAsked(true)}>
          {texts.remove}
        </button>
      )}
      {isAsked && <RemoveDialog onClose={() => setAsked(false)} />}
    </div>
  );
}

/** Offers to create sample data if there is none: with an explanation in an empty list, otherwise only a button. */
export function SampleOffer({ isQuiet = false }: { isQuiet?: boolean }) {
  const { failure, isBusy, act } = useAct();
  if (!isOffered() || known.value?.state !== 'none') return null;
  const make = () =>
    act(async () => {
      const made = await makeSampleData();
      // Moves the focus, because the button disappears.
      document.getElementById(statusId)?.focus();
      known.value = made;
    });
  return (
    <>
      {!isQuiet && <p>{texts.text}</p>}
      {!isQuiet && <p class="small quiet">{texts.webhooks}</p>}
      {failure && <FailureNotice failure={failure} texts={texts.failures} />}
      <button
        type="button"
        class={isQuiet ? 'button plain' : 'button primary'}
        aria-disabled={isBusy}
        onClick={make}
      >
        <FlaskConical size={16} aria-hidden="true" /> {texts.open}
      </button>
    </>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { failure, isBusy, act } = useAct();
  const remove = () =>
    act(async () => {
      known.value = await removeSampleData();
      onClose();
      // Moves the focus once the dialog has closed, because the button that opened it disappears.
      setTimeout(() => document.getElementById(statusId)?.focus());
    });
  return (
    <Dialog title={texts.removeTitle} onClose={onClose}>
      <p>{texts.removeText}</p>
      {failure && <FailureNotice failure={failure} texts={texts.failures} />}
      <div class="row end">
        <button type="button" class="button" onClick={onClose}>
          {texts.cancel}
        </button>
        <button type="button" class="button decline" aria-disabled={isBusy} onClick={remove}>
          {texts.remove}
        </button>
      </div>
    </Dialog>
  );
}
