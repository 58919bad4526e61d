/**
 * Returns the nonce that identifies a start. If a page starts, closes and starts again at once, as React's StrictMode does, its
 * first request may arrive after the second. With the same nonce, both are one start for the service, and neither takes the
 * session over. The same goes for reloads while the flow is offered to a phone or on it: the tab keeps the nonce until the flow
 * is back.
 *
 * @param unanswered - nonces of unanswered starts by their tokens; removed once answered.
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
