import { useEffect, useState } from 'preact/hooks';
import type { PageNavigator } from '../../preflight/scope.ts';
import { useLanguage } from '../language-context.ts';
import { Button } from './button.tsx';

interface CopyLinkProps {
  /** Empty while the address is being loaded. */
  readonly address: string;
  readonly clipboard: PageNavigator['clipboard'];
  readonly kind: 'primary' | 'quiet';
}

/** Copies an address, or shows it if the browser or the surrounding app forbids the clipboard. */
export function CopyLink({ address, clipboard, kind }: CopyLinkProps) {
  const { t } = useLanguage();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  // A new address has not been copied yet.
  useEffect(() => setOutcome('none'), [address]);
  const copy = async () => {
    try {
      await clipboard?.writeText(address);
      setOutcome(clipboard ? 'copied' : 'refused');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <>
      {outcome === 'refused' && (
        <p
          role="alert"
          style={{ wordBreak: 'break-all', userSelect: 'all', WebkitUserSelect: 'all' }}
          dir="ltr"
        >
          {address}
        </p>
      )}
      <Button kind={kind} busy={address === ''} onPress={() => void copy()}>
        <span aria-live="polite">{t(outcome === 'copied' ? 'action.linkCopied' : 'action.copyLink')}</span>
      </Button>
    </>
  );
}
