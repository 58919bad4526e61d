import type { AdminCreatedKey, AdminKey } from '@vendor/contract/admin';
import { useRef, useState } from 'preact/hooks';
import { rotateKey } from '../../api/keys.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { RefusedAct } from '../../parts/refused-act.tsx';
import { useAct } from '../../parts/use-act.ts';
import { frame } from '../../texts/en/frame.ts';
import { keys } from '../../texts/en/keys.ts';

const texts = keys.rotate;

/** Hours for which the key before goes on. */
const overlaps = [1, 24, 168, 720];

/** Replaces a key by a new one with the same rights, while the one before goes on for a time. */
export function RotateKey(props: {
  entry: AdminKey;
  onClose: () => void;
  onRotated: (created: AdminCreatedKey) => void;
}) {
  const { entry, onClose, onRotated } = props;
  const [overlapHours, setOverlap] = useState(24);
  const form = useRef<HTMLFormElement>(null);
  const { failure, isBusy, act } = useAct();
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    act(async () => onRotated(await rotateKey(entry.id, { overlapHours })));
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form class="stack" ref={form} onSubmit={send}>
        <p class="break">
          <strong>{entry.name ?? entry.id}</strong>
        </p>
        <p>{texts.text}</p>
        <label class="field">
          {texts.overlap}
          <select value={overlapHours} onChange={(event) => setOverlap(Number(event.currentTarget.value))}>
            {overlaps.map((hours) => (
              <option key={hours} value={hours}>
                {texts.hours(hours)}
              </option>
            ))}
          </select>
        </label>
        {entry.expiresAt !== null && <p class="small quiet">{texts.ends}</p>}
        <RefusedAct
          failure={failure}
          texts={keys.failures}
          onConfirmed={() => form.current?.requestSubmit()}
        />
        <div class="row end">
          <button type="button" class="button" onClick={onClose}>
            {frame.cancel}
          </button>
          <button type="submit" class="button primary" disabled={isBusy}>
            {texts.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
