/** The bundler's helper, in a chunk of its own, and what it is called with: `{ a: () => a, b: () => c }`. */
const helperImport = /^import \{ \w+ as __exportAll \} from "[^"]+";/m;
const helperCall = /\/\* @__PURE__ \*\/ __exportAll\((\{[^{}]*\})\)/g;
const member = /([\w$]+): \(\) => ([\w$]+)/g;

/**
 * Writes what a lazy chunk exports as an object with getters. The bundler asks a helper for it, in a chunk of its own that every
 * other one would wait for: a request and a compile before the first screen, for one function.
 *
 * @returns {import('vite').Plugin}
 */
export function plainNamespaces() {
  return {
    name: 'vo-plain-namespaces',
    renderChunk: (code) => (helperImport.test(code) ? { code: plainExports(code), map: null } : null),
    generateBundle(_options, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (/\/rolldown-runtime-/.test(fileName) && !isImported(fileName, bundle)) delete bundle[fileName];
      }
    },
  };
}

/**
 * Every line keeps its place, as the source map knows it.
 *
 * @param {string} code of a chunk, not yet minified.
 * @throws where the helper is asked for anything else.
 */
export function plainExports(code) {
  const plain = code
    .replace(helperImport, '')
    .replace(helperCall, (_call, members) => members.replace(member, 'get $1() { return $2; }'));
  if (plain.includes('__exportAll')) throw new Error('The bundler writes exports in another way.');
  return plain;
}

function isImported(fileName, bundle) {
  const name = fileName.split('/').pop();
  return Object.values(bundle).some(({ type, code }) => type === 'chunk' && code.includes(`/${name}`));
}
