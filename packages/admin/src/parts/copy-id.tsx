import { Check, Copy } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { run } from '../texts/en/run.ts';

/** An id that may be shown shortened and is copied in full. */
export function CopyId({ id }: { id: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard?.writeText(id).then(() => setCopied(true));
  return (
    <span class="copy mono">
      {id}
      <button
        type="button"
        class="button plain icon"
        aria-label={isCopied ? run.copied : run.copyId}
        onClick={copy}
      >
        {isCopied ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
      </button>
    </span>
  );
}
