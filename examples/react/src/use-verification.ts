import { VendorOrchestration } from '@vendor/orchestration';
import { useEffect, useState } from 'react';
import { fetchStatus, fetchToken, type Status } from './backend.ts';

/** State that the page knows. The status is the backend's: it decides by the webhook. */
export type Verification =
  | { readonly kind: 'loading' | 'starting' | 'open' | 'cancelled' }
  | { readonly kind: 'told'; readonly status: Status }
  /** The user is through; the webhook is on its way. */
  | { readonly kind: 'awaiting' }
  | { readonly kind: 'problem'; readonly reason: string };

/** How often the backend is asked while the webhook is on its way, in ms. */
const pauseMs = 1500;

/** The page's nonce, as Vite hands it on; for browsers in which the flow needs a style element. */
const cspNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/** The verification of the user who is logged in, and what starts it. */
export function useVerification() {
  const [verification, setVerification] = useState<Verification>({ kind: 'loading' });

  useEffect(() => {
    const offs = [
      VendorOrchestration.on('opened', () => setVerification({ kind: 'open' })),
      VendorOrchestration.on('completed', () => setVerification({ kind: 'awaiting' })),
      VendorOrchestration.on('cancelled', () => setVerification({ kind: 'cancelled' })),
      VendorOrchestration.on('error', (reason) => setVerification({ kind: 'problem', reason })),
    ];
    return () => {
      for (const off of offs) off();
      // Whoever leaves this part of the app leaves the flow; the camera stops at once.
      void VendorOrchestration.close();
    };
  }, []);

  const { kind } = verification;
  useEffect(() => {
    if (kind !== 'loading' && kind !== 'awaiting') return;
    const life = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const status = await fetchStatus(life.signal);
        if (kind === 'awaiting' && status === 'PENDING') timer = setTimeout(ask, pauseMs);
        else setVerification({ kind: 'told', status });
      } catch (error) {
        if (!life.signal.aborted) setVerification({ kind: 'problem', reason: (error as Error).message });
      }
    };
    void ask();
    return () => {
      life.abort();
      clearTimeout(timer);
    };
  }, [kind]);

  async function start(): Promise<void> {
    // Starts again after a failure, because a failed execution may have expired.
    const anew = kind === 'problem';
    setVerification({ kind: 'starting' });
    try {
      const token = await fetchToken(anew);
      const language = navigator.language;
      await VendorOrchestration.start({ token, language, ...(cspNonce && { cspNonce }) });
    } catch (error) {
      setVerification({ kind: 'problem', reason: (error as Error).message });
    }
  }

  return { verification, start };
}
