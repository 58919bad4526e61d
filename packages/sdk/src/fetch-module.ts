import { timeLimit } from './api/time-limit.ts';

/**
 * Chunks that have arrived or are on their way: address → end of the fetch. The browser keeps them, so a later import comes out
 * of its cache.
 */
const fetched: Record<string, Promise<void> | null> = {};

/**
 * Fetches a chunk and its imports before it is imported. Older browsers keep a failed import for the life of the page: after one
 * 503 or a moment without a connection, every later import of that address fails without a request (HTML standard, issue 6768). A
 * fetch can be repeated, and a stalled one is given up.
 *
 * @param address - absolute; of chunks without circular imports, which the build ensures.
 * @returns a promise that rejects if any of it does not arrive; undefined if the browser retries imports itself.
 */
export function fetchModule(address: string): Promise<void> | undefined | null {
  // Chromium does so since 156, Firefox since 155 at the latest, Safari 27 not yet (HTML standard, pull request 10327). One
  // number for both is enough: a fetch that was not needed does no harm.
  if (/(?:me|ox)\/1(?:5[6-9]|[6-9])/.test(navigator.userAgent)) return undefined;
  fetched[address] ??= fetchWhole(address);
  return fetched[address];
}

async function fetchWhole(address: string): Promise<void> {
  let isBarred = false;
  const hear = () => {
    isBarred = true;
  };
  const limit = timeLimit();
  addEventListener('securitypolicyviolation', hear);
  try {
    // Passed as own members, because a wrapper of the page that copies its argument loses inherited ones.
    const answer = await fetch(address, { signal: limit.signal });
    // A page in its place, of a hotel's network say, would be kept as a failed import.
    if (!answer.ok || !/script/.test(answer.headers.get('content-type') as string)) throw new Error(address);
    // The build writes what is imported at once in double quotes, and no other text that begins so.
    const imports = (await answer.text()).match(/"\.\/.+?"/g) || [];
    await Promise.all(imports.map((name) => fetchModule(new URL(JSON.parse(name), address).href)));
  } catch (error) {
    // The browser reports a policy violation slightly later. The policy allows imports if it allows this script.
    await new Promise((resolve) => setTimeout(resolve));
    if (isBarred) return;
    fetched[address] = null;
    throw error;
  } finally {
    limit.abort();
    removeEventListener('securitypolicyviolation', hear);
  }
}
