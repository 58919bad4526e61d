import type { AdminShareLink } from '@vendor/contract/admin';
import { Check, Copy } from 'lucide-preact';
import { useId, useRef, useState } from 'preact/hooks';
import { href } from '../routing.ts';
import { links } from '../texts/en/links.ts';
import { Moment } from './moment.tsx';
import { Notice } from './notice.tsx';
import { QrCode } from './qr-code.tsx';

const texts = links.made;

/** A link that was made, to be copied or scanned. Nobody can show it again. */
export function MadeLink({ link, onClose }: { link: AdminShareLink; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const id = useId();
  const copy = async () => {
    input.current?.select();
    // Browsers have no clipboard for pages on plain http, and may refuse it elsewhere.
    const isCopied = await (navigator.clipboard?.writeText(link.url).then(
      () => true,
      () => false,
    ) ?? false);
    setCopied(isCopied);
  };
  return (
    <>
      <p>{texts.text}</p>
      <div class="field">
        <label for={id}>{texts.label}</label>
        <input
          id={id}
          ref={input}
          class="mono"
          readOnly
          value={link.url}
          spellcheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <button type="button" class="button primary" onClick={copy}>
        {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        {copied ? texts.copied : texts.copy}
      </button>
      {copied === false && <Notice tone="caution">{texts.cannotCopy}</Notice>}
      <div class="scan">
        <QrCode text={link.url} label={texts.code} />
        <div class="small">
          <p>{texts.scan}</p>
          <p>
            {texts.ends} <Moment at={link.expiresAt} />.
          </p>
        </div>
      </div>
      <div class="row end">
        <a class="button" href={href(`/runs/${link.executionId}`)}>
          {texts.run}
        </a>
        <button type="button" class="button" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </>
  );
}
