import { Check, Copy } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { frame } from '../texts/en/frame.ts';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

const texts = frame.shownOnce;

/**
 * Shows a secret: nobody can show it again. Only a person who says that they kept it closes it.
 *
 * @param children what else there is to know, below the secret.
 */
export function ShownOnce(props: {
  texts: {
    readonly title: string;
    readonly label: string;
    readonly copy: string;
    readonly kept: string;
  };
  text: string;
  /** Lines of their own are shown as such. */
  value: string;
  isWide?: boolean;
  onClose: () => void;
  children?: ComponentChildren;
}) {
  const { texts: own, text, value, isWide = false, onClose, children } = props;
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const [isKept, setKept] = useState(false);
  const id = useId();
  const copy = async () => {
    input.current?.select();
    // Browsers have no clipboard for pages on plain http, and may refuse it elsewhere.
    const isCopied = await (navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    ) ?? false);
    setCopied(isCopied);
  };
  const lines = value.split('\n').length;
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
    <Dialog title={own.title} isLocked={!isKept} isWide={isWide} onClose={onClose}>
      <p class="break">{text}</p>
      <div class="field">
        <label for={id}>{own.label}</label>
        {lines > 1 ? <textarea {...field} rows={lines} /> : <input {...field} />}
      </div>
      <button type="button" class="button" onClick={copy}>
        {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        {copied ? texts.copied : own.copy}
      </button>
      {copied === false && <Notice tone="caution">{texts.cannotCopy}</Notice>}
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
