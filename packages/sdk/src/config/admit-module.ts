/** Longest wait for a chunk, in ms. A link that the page removes before it has loaded fires no event. */
const patienceMs = 10_000;

/**
 * Sees to it that a page's policy lets a chunk be imported. Chromium before 100 or so remembers a script that it has compiled
 * together with the nonce that it had then: where the page is visited again, by a reload say, its imports come with a nonce of
 * the past and are refused. A link with the nonce of now fetches the chunk first, and the import finds it fetched.
 *
 * @param address - of the chunk.
 * @param nonce - of the script that imports it; undefined where there is none, and nothing to be done.
 * @returns undefined where an import needs no help.
 */
export function admitModule(address: string, nonce: string | undefined): Promise<void> | undefined {
  // `AbortSignal.timeout`, which Chromium has since 103, marks a browser that does not have this fault.
  if (!nonce || 'timeout' in AbortSignal) return undefined;
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) return undefined;
  link.rel = 'modulepreload';
  link.href = address;
  link.setAttribute('nonce', nonce);
  return new Promise((resolve) => {
    // Whether it has come or not, the import tells.
    link.onload = link.onerror = () => {
      link.remove();
      resolve();
    };
    document.head.append(link);
    setTimeout(resolve, patienceMs);
  });
}
