import type { AdminCreatedKey } from '@vendor/contract/admin';
import { Check, Copy } from 'lucide-preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { keys } from '../../texts/en/keys.ts';

const texts = keys.created;

/** Shows a new key: nobody can show it again. Only a person who says that they kept it closes it. */
export function CreatedKey({ created: { key }, onClose }: { created: AdminCreatedKey; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const [isKept, setKept] = useState(false);
  const id = useId();
  const copy = async () => {
    input.current?.select();
    // Browsers have no clipboard for pages on plain http, and may refuse it elsewhere.
    const isCopied = await (navigator.clipboard?.writeText(key).then(
      () => true,
      () => false,
    ) ?? false);
    setCopied(isCopied);
  };
  return (
    <Dialog title={texts.title} isLocked={!isKept} onClose={onClose}>
      <p>{texts.text}</p>
      <div class="field">
        <label for={id}>{texts.label}</label>
        <input
          id={id}
          ref={input}
          class="mono"
          readOnly
          value={key}
          spellcheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <button type="button" class="button" onClick={copy}>
        {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        {copied ? texts.copied : texts.copy}
      </button>
      {copied === false && <Notice tone="caution">{texts.cannotCopy}</Notice>}
      <label class="option">
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
        {texts.kept}
      </label>
      <div class="row end">
        <button type="button" class="button primary" disabled={!isKept} onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </Dialog>
  );
}
