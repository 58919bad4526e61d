/** What has arrived, or is on its way: address → its end. The browser keeps it, and an import then comes out of its cache. */
const fetched: Record<string, Promise<void> | null> = {};

/**
 * Fetches a chunk, and what it imports itself, before it is imported. Browsers used to keep a failed import for the life of the
 * page: one answer 503, one moment without a connection, and every later import of that address failed without a request (HTML
 * standard, issue 6768). A fetch may fail as often as it likes.
 *
 * @param address - whole; of chunks that do not import each other in a circle, as the build makes sure.
 * @returns what rejects when any of it does not arrive; undefined where the browser asks again by itself.
 */
export function fetchModule(address: string): Promise<void> | undefined | null {
  // Chromium does so since 156, Firefox since 155 at the latest, Safari 27 not yet (HTML standard, pull request 10327).
  if (/(?:me|ox)\/1(?:5[6-9]|[6-9])/.test(navigator.userAgent)) return undefined;
  fetched[address] ??= fetchWhole(address);
  return fetched[address];
}

async function fetchWhole(address: string): Promise<void> {
  let isBarred = false;
  const hear = () => {
    isBarred = true;
  };
  addEventListener('securitypolicyviolation', hear);
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(address);
    // The build writes what is imported at once in double quotes, and no other text that begins so.
    const imports = (await answer.text()).match(/"\.\/.+?"/g) || [];
    await Promise.all(imports.map((name) => fetchModule(new URL(JSON.parse(name), address).href)));
  } catch (error) {
    // That the page's policy is in the way is told a moment after it was. It lets imports through where it lets this script.
    await new Promise((resolve) => setTimeout(resolve));
    if (isBarred) return;
    fetched[address] = null;
    throw error;
  } finally {
    removeEventListener('securitypolicyviolation', hear);
  }
}
