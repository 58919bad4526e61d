/** Chunks that have arrived once: the browser keeps them, and what it imports then comes out of its cache. */
const arrived = {};

/**
 * Imports a chunk. Firefox (154 and all before) keeps a failed import for the life of the page: one answer 503, one moment
 * without a connection, and every later import of that address fails without a request (HTML standard, issue 6768). There the
 * chunk, and what it imports itself, is fetched first, which may fail as often as it likes; the import finds it in the cache.
 * All others ask again by themselves.
 *
 * @param {() => Promise<unknown>} load - imports one chunk of this build: its source text names it.
 */
export function importSoundly(load) {
  const [, name] =
    (/Firefox\//.test(navigator.userAgent) && /import\(.\.\/(?:chunks\/)?([^/]+\.js).\)/.exec(load)) || [];
  // The chunks lie beside each other, and this is in one of them.
  return name ? fetchWhole(new URL(name, import.meta.url).href).then(load) : load();
}

/** Fetches a chunk and what it imports; rejects when any of it does not arrive. */
async function fetchWhole(address, known = {}) {
  if (arrived[address] || known[address]) return;
  known[address] = true;
  let isBarred = false;
  const hear = ({ effectiveDirective }) => {
    isBarred = isBarred || effectiveDirective === 'connect-src';
  };
  document.addEventListener('securitypolicyviolation', hear);
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const imports = [...(await answer.text()).matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)];
    await Promise.all(imports.map(([, name]) => fetchWhole(new URL(name, address).href, known)));
  } catch (error) {
    // That the page's policy is in the way is told a moment after it was. It lets imports through where it lets this script.
    await new Promise((resolve) => setTimeout(resolve));
    if (!isBarred) throw error;
  } finally {
    document.removeEventListener('securitypolicyviolation', hear);
  }
  arrived[address] = true;
}
