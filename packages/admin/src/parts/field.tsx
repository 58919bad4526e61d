import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/**
 * A labelled input. With `autoFocus`, it takes the focus whenever it appears; browsers apply the attribute only when a page
 * loads.
 */
export function Field({
  label,
  hint,
  ...input
}: JSX.IntrinsicElements['input'] & { label: string; hint?: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.autoFocus) field.current?.focus();
  }, []);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} ref={field} {...(hint ? { 'aria-describedby': `${id}-hint` } : {})} {...input} />
      {hint && (
        <p id={`${id}-hint`} class="small quiet">
          {hint}
        </p>
      )}
    </div>
  );
}
