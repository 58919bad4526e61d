/** Import and call of the bundler's helper, which is in a separate chunk: `{ a: () => a, b: () => c }`. */
const helperImport = /^import \{ \w+ as __exportAll \} from "[^"]+";/m;
const helperCall = /\/\* @__PURE__ \*\/ __exportAll\((\{[^{}]*\})\)/g;
const member = /([\w$]+): \(\) => ([\w$]+)/g;

/**
 * Writes the exports of a lazy chunk as an object with getters. The bundler would use a helper in a separate chunk for it,
 * which every other chunk would wait for: a request and a compile before the first screen, for one function.
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
 * Keeps all line numbers, so that the source map stays valid.
 *
 * @param {string} code of a chunk, not yet minified.
 * @throws if the helper is used for anything else.
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
