/** Time-out for a chunk, in ms. A link that the page removes before it has loaded fires no event. */
const timeoutMs = 10_000;

/**
 * Makes a page's policy accept the import of a chunk. Chromium up to about version 100 caches a compiled script with the nonce
 * of its first visit: after a reload, its imports have an old nonce and are refused. A link with the current nonce loads the
 * chunk first, and the import then finds it.
 *
 * @param address - of the chunk.
 * @param nonce - of the importing script; undefined if there is none, in which case nothing is done.
 * @returns undefined if an import needs no help.
 */
export function admitModule(address: string, nonce: string | undefined): Promise<void> | undefined {
  // Browsers with `AbortSignal.timeout`, which Chromium has since 103, do not have this fault.
  if (!nonce || 'timeout' in AbortSignal) return undefined;
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) return undefined;
  link.rel = 'modulepreload';
  link.href = address;
  link.setAttribute('nonce', nonce);
  return new Promise((resolve) => {
    // Whether the chunk could be loaded is reported by its import.
    link.onload = link.onerror = () => {
      link.remove();
      resolve();
    };
    document.head.append(link);
    setTimeout(resolve, timeoutMs);
  });
}
