/**
 * The nonce that a start is told apart by.
 *
 * A page that starts, closes and starts again at once (as React's StrictMode does) may have its first request arrive
 * after its second. With one nonce for both they are one start to the service, and neither takes the session from the
 * other. So are the starts of a page that is loaded anew while its flow is on offer to a phone, or there: its tab has kept
 * the nonce until the flow is back.
 *
 * @param unanswered - the nonces of starts that the service has not answered yet, by their tokens; empty once it has.
 */
export function takeNonce(unanswered: Record<string, string>, token: string): string {
  let nonce = unanswered[token] || randomNonce();
  try {
    nonce = sessionStorage.getItem('VendorOrchestration:nonce') || nonce;
  } catch {
    // Storage is blocked by the browser's settings: nothing was kept.
  }
  unanswered[token] = nonce;
  return nonce;
}

/** 128 random bits, as 16 numbers in the letters that the service takes: 31 to 63 characters. */
export function randomNonce(): string {
  return crypto.getRandomValues(new Uint8Array(16)).join('_');
}
