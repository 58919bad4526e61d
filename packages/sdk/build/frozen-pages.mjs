/**
 * Places in libraries that assign a member which all objects inherit. Pages that guard against prototype pollution freeze
 * `Object.prototype`. Then an inherited member cannot be shadowed by an assignment, which throws (ECMAScript,
 * "OrdinarySetWithOwnDescriptor").
 */
const assignments = {
  // Conversions of signals to texts and numbers, and `subscribe`: removed, because nothing uses them.
  'signals-core': [
    /\w+\.prototype\.(?:(?:valueOf|toString|toJSON)=function\(\)\{return this\.value(?:\+"")?\}|subscribe=.+?"sub"\}\)\});/g,
    '',
  ],
  // A member-by-member copy of the props of a component, including `constructor`.
  preact: [/\bm\(\{\},([\w.]+)\)/g, '{...$1}'],
};

/**
 * Patches the bundled libraries to work in pages that have frozen the built-in prototypes. The same patch by pnpm would be 35
 * kB, with both files twice in lines of up to 11,651 characters, and would have to be made again for every version.
 *
 * @returns {import('vite').Plugin}
 */
export function frozenPages() {
  return {
    name: 'vo-frozen-pages',
    transform: {
      filter: { id: /[\\/](?:signals-core|preact)[\\/]dist[\\/]/ },
      handler: (code, id) => ({ code: withoutAssignments(code, libraryAt(id)), map: null }),
    },
  };
}

const libraryAt = (id) => (id.includes('signals-core') ? 'signals-core' : 'preact');

/**
 * @param {string} code of the library, as published.
 * @param {keyof typeof assignments} library
 * @throws if the library's code has another form.
 */
export function withoutAssignments(code, library) {
  const [written, instead] = assignments[library];
  const plain = code.replace(written, instead);
  const isLeft = /\.(?:valueOf|toString|toJSON|subscribe)\s*=[^=]|\w\(\{\},/.test(plain);
  if (plain === code || isLeft) throw new Error(`${library} assigns what objects inherit in another way.`);
  return plain;
}
