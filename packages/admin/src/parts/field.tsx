import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

/** A labelled input. */
export function Field({
  label,
  hint,
  ...input
}: JSX.IntrinsicElements['input'] & { label: string; hint?: string }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} {...(hint ? { 'aria-describedby': `${id}-hint` } : {})} {...input} />
      {hint && (
        <p id={`${id}-hint`} class="small quiet">
          {hint}
        </p>
      )}
    </div>
  );
}
