import { VendorOrchestration } from '@vendor/orchestration';
import { useEffect, useState } from 'react';
import { fetchStatus, fetchToken, type Status } from './backend.ts';

/** State known to the page. The status comes from the backend, which decides by the webhook. */
export type Verification =
  | { readonly kind: 'loading' | 'starting' | 'open' | 'cancelled' }
  | { readonly kind: 'told'; readonly status: Status }
  /** The user has finished, and the webhook is awaited. */
  | { readonly kind: 'awaiting' }
  | { readonly kind: 'problem'; readonly reason: string };

/** Interval at which the backend is polled while the webhook is awaited, in ms. */
const pauseMs = 1500;

/** The page's nonce, as provided by Vite; for browsers in which the flow needs a style element. */
const cspNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/** Returns the logged-in user's verification, and a function that starts it. */
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
      // Leaving this part of the app closes the flow and stops the camera immediately.
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
