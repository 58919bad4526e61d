/**
 * Places in libraries that assign a member which all objects inherit. Pages that fear a polluted `Object.prototype` freeze it,
 * and an inherited member that cannot be written cannot be hidden by an assignment either: it throws (ECMAScript,
 * "OrdinarySetWithOwnDescriptor").
 */
const assignments = {
  // How signals become texts and numbers, and a way to follow them besides effects: nobody asks for that, their value is read.
  'signals-core': [
    /\w+\.prototype\.(?:(?:valueOf|toString|toJSON)=function\(\)\{return this\.value(?:\+"")?\}|subscribe=.+?"sub"\}\)\});/g,
    '',
  ],
  // A copy member by member, of what a component was drawn from: `constructor` is among them.
  preact: [/\bm\(\{\},([\w.]+)\)/g, '{...$1}'],
};

/**
 * Has the libraries within the SDK work in pages that have frozen what all objects inherit. A patch by pnpm would say the same in
 * 35 kB, both files twice in lines of up to 11,651 characters, and would have to be made again for every version.
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
 * @param {string} code of the library, as it is published.
 * @param {keyof typeof assignments} library
 * @throws where it is written in another way.
 */
export function withoutAssignments(code, library) {
  const [written, instead] = assignments[library];
  const plain = code.replace(written, instead);
  const isLeft = /\.(?:valueOf|toString|toJSON|subscribe)\s*=[^=]|\w\(\{\},/.test(plain);
  if (plain === code || isLeft) throw new Error(`${library} assigns what objects inherit in another way.`);
  return plain;
}
