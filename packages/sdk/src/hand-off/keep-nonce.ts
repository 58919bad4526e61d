import { effect } from '@preact/signals';
import type { HandOff } from './keep-hand-off.ts';

/** Key under which the next start in this tab looks for a nonce (start-nonces.ts). */
const key = 'VendorOrchestration:nonce';

/**
 * Keeps the nonce of the page's start with the tab while the flow is on offer to a phone, or there: by it a page that is loaded
 * anew is known as the one that handed over. Once the flow is back, or has ended, the next start is one of its own.
 *
 * @param nonce - undefined in a page of the service, which keeps its own.
 * @param signal - ends it.
 */
export function keepNonce(stage: HandOff['stage'], nonce: string | undefined, signal: AbortSignal): void {
  if (nonce === undefined) return;
  const keep = (isOut: boolean) => {
    try {
      if (isOut) sessionStorage.setItem(key, nonce);
      else sessionStorage.removeItem(key);
    } catch {
      // Full, or forbidden: a page that is loaded anew takes the flow from the phone.
    }
  };
  let wasOut = false;
  const stop = effect(() => {
    const isOut = stage.value !== null;
    // A page reloaded before a phone has agreed does not know its offer.
    if (isOut !== wasOut) keep(isOut);
    wasOut = isOut;
  });
  signal.addEventListener('abort', () => {
    stop();
    keep(false);
  });
}
