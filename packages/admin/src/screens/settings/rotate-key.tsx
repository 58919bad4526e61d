import type { AdminKey, AdminRotatedKey } from '@vendor/contract/admin';
import { useState } from 'preact/hooks';
import { rotateKey } from '../../api/keys.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { keys } from '../../texts/en/keys.ts';

const texts = keys.rotate;

/** Hours for which the previous key can stay valid. */
const overlaps = [1, 24, 168, 720];

/** Replaces a key with a new one of the same rights, while the previous one stays valid for a time. */
export function RotateKey(props: {
  entry: AdminKey;
  onClose: () => void;
  onRotated: (rotated: AdminRotatedKey) => void;
}) {
  const { entry, onClose, onRotated } = props;
  const [overlapHours, setOverlap] = useState(24);
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      failures={keys.failures}
      onClose={onClose}
      onSubmit={async () => onRotated(await rotateKey(entry.id, { overlapHours }))}
    >
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
    </FormDialog>
  );
}
