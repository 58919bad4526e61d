/**
 * Returns the nonce that identifies a start. If a page starts, closes and immediately restarts, as React's StrictMode does, its
 * first request may arrive after the second. With the same nonce, the service treats both as one start, and neither takes the
 * session over. The same applies to reloads while the flow is offered to a phone or runs on it: the tab keeps the nonce until
 * the flow is back.
 *
 * @param unanswered - nonces of unanswered starts by token; emptied once answered.
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

/** Returns 128 random bits as 16 numbers, in characters that the service accepts: 31 to 63 of them. */
export function randomNonce(): string {
  return crypto.getRandomValues(new Uint8Array(16)).join('_');
}
