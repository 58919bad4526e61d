import { effect } from '@preact/signals';
import type { HandOff } from './keep-hand-off.ts';

/** Key under which the next start in this tab finds the nonce (start-nonces.ts). */
const key = 'VendorOrchestration:nonce';

/**
 * Keeps the nonce of the page's start in the tab while the flow is offered to a phone or runs on it, so that the service
 * recognises a reloaded page as the one that handed the flow over. Removed once the flow is back or has ended, because the next
 * start needs a nonce of its own.
 *
 * @param nonce - undefined on the service's own pages, which keep their own.
 * @param signal - stops keeping the nonce.
 */
export function keepNonce(stage: HandOff['stage'], nonce: string | undefined, signal: AbortSignal): void {
  if (nonce === undefined) return;
  const keep = (isOut: boolean) => {
    try {
      if (isOut) sessionStorage.setItem(key, nonce);
      else sessionStorage.removeItem(key);
    } catch {
      // Storage is full or forbidden: a reloaded page takes the flow back from the phone.
    }
  };
  let wasOut = false;
  const stop = effect(() => {
    const isOut = stage.value !== null;
    // Skips the first run, which would remove the nonce: a page reloaded before a phone claims the code does not know of it.
    if (isOut !== wasOut) keep(isOut);
    wasOut = isOut;
  });
  signal.addEventListener('abort', () => {
    stop();
    keep(false);
  });
}
