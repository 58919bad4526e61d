import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { frame } from '../texts/en/frame.ts';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.tsx';

const texts = frame.shownOnce;

/**
 * Shows a secret that cannot be shown again. It closes only after the person confirms that they have stored it.
 *
 * @param children - further information, below the secret.
 */
export function ShownOnce(props: {
  texts: {
    readonly title: string;
    readonly label: string;
    readonly copy: string;
    readonly kept: string;
  };
  text: string;
  /** Line breaks are kept. */
  value: string;
  isWide?: boolean;
  onClose: () => void;
  children?: ComponentChildren;
}) {
  const { texts: own, text, value, isWide = false, onClose, children } = props;
  const [isKept, setKept] = useState(false);
  return (
    <Dialog title={own.title} isLocked={!isKept} isWide={isWide} onClose={onClose}>
      <p class="break">{text}</p>
      <CopyField label={own.label} copy={own.copy} value={value} />
      {children}
      <label class="option">
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
        {own.kept}
      </label>
      <div class="row end">
        <button type="button" class="button primary" disabled={!isKept} onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </Dialog>
  );
}
