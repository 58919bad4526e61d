import { timeLimit } from './api/time-limit.ts';

/**
 * Fetches by address of chunks that are loaded or loading. The browser caches the chunks, so a later import reads its cache.
 */
const fetched: Record<string, Promise<void> | null> = {};

/**
 * Fetches a chunk and its imports before it is imported. Older browsers keep a failed import for the life of the page: after
 * one 503 or a moment without a connection, every later import of that address fails without a request (HTML standard, issue
 * 6768). A fetch can be repeated, and times out if it stalls.
 *
 * @param address - absolute address of a chunk without circular imports, which the build checks.
 * @returns a promise that rejects if the chunk or one of its imports cannot be loaded; undefined if the browser retries imports
 *   itself.
 */
export function fetchModule(address: string): Promise<void> | undefined | null {
  // Chromium retries failed imports since 156, Firefox since 155 at the latest, Safari 27 not yet (HTML standard, pull request
  // 10327). One number is enough for both, because an unnecessary fetch does no harm.
  if (/(?:me|ox)\/1(?:5[6-9]|[6-9])/.test(navigator.userAgent)) return undefined;
  fetched[address] ??= fetchWithImports(address);
  return fetched[address];
}

async function fetchWithImports(address: string): Promise<void> {
  let isForbidden = false;
  const onViolation = () => {
    isForbidden = true;
  };
  const limit = timeLimit();
  addEventListener('securitypolicyviolation', onViolation);
  try {
    // Passes the signal as an own property, because a page that wraps `fetch` and copies its options loses inherited
    // properties.
    const answer = await fetch(address, { signal: limit.signal });
    // The browser would keep an HTML page in place of the chunk, such as a captive portal's, as a failed import.
    if (!answer.ok || !/script/.test(answer.headers.get('content-type') as string)) throw new Error(address);
    // The build writes static imports in double quotes, and no other string that begins with `./`.
    const imports = (await answer.text()).match(/"\.\/.+?"/g) || [];
    await Promise.all(imports.map((name) => fetchModule(new URL(JSON.parse(name), address).href)));
  } catch (error) {
    // The browser reports a policy violation slightly later. A page that may not fetch the chunk may still import it, because
    // its policy allows this script.
    await new Promise((resolve) => setTimeout(resolve));
    if (isForbidden) return;
    fetched[address] = null;
    throw error;
  } finally {
    limit.abort();
    removeEventListener('securitypolicyviolation', onViolation);
  }
}
