import { Check, Copy } from 'lucide-preact';
import { useId, useRef, useState } from 'preact/hooks';
import { frame } from '../texts/en/frame.ts';
import { Notice } from './notice.tsx';

const texts = frame.shownOnce;

/** A read-only text to copy, selected on focus, with a copy button. Keeps line breaks. */
export function CopyField(props: { label: string; copy: string; value: string; isPrimary?: boolean }) {
  const { label, copy, value, isPrimary = false } = props;
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const id = useId();
  const lines = value.split('\n').length;
  const write = async () => {
    input.current?.select();
    // Browsers provide no clipboard on plain http and may refuse it elsewhere.
    const isCopied = await (navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    ) ?? false);
    setCopied(isCopied);
  };
  const field = {
    id,
    ref: input,
    class: 'mono',
    readOnly: true,
    value,
    spellcheck: false,
    onFocus: () => input.current?.select(),
  };
  return (
    <>
      <div class="field">
        <label for={id}>{label}</label>
        {lines > 1 ? <textarea {...field} rows={lines} /> : <input {...field} />}
      </div>
      <button type="button" class={isPrimary ? 'button primary' : 'button'} onClick={write}>
        {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        {copied ? texts.copied : copy}
      </button>
      {copied === false && <Notice tone="caution">{texts.cannotCopy}</Notice>}
    </>
  );
}
