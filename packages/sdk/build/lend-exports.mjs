/** Name under which the `request` chunk exports the object that holds the lent exports. */
const LENT = 'lent';
const importLine = (file) => new RegExp(`^import \\{ (.+) \\} from "(\\./${escapePattern(file)})";`, 'm');
const exportLine = /^export \{ (.+) \};/m;

/**
 * Makes chunks that load after the shell read its exports from an object instead of importing them. A bundler that finds a
 * chunk both imported lazily and shared with others (esbuild) replaces the lazy one by a stub: the page would load the stub
 * first and only then its code, another round trip before the first screen.
 *
 * @param {{ lender: string, holder: string }} chunks names: the chunk whose exports are lent, and the chunk that all of them
 *   load first.
 * @returns {import('vite').Plugin}
 */
export function lendExports({ lender, holder }) {
  return {
    name: 'vo-lend-exports',
    renderChunk: {
      // Runs before the chunk is minified, while each import is on its own line. Keeps all line numbers.
      order: 'post',
      handler(code, { name }, _options, { chunks }) {
        const fileOf = (wanted) => {
          const found = Object.values(chunks).find((chunk) => chunk.name === wanted);
          if (!found) throw new Error(`There is no chunk named ${wanted}.`);
          return found.fileName.split('/').pop();
        };
        const files = { lender: fileOf(lender), holder: fileOf(holder) };
        if (name === holder) return { code: hold(code), map: null };
        if (name === lender) return { code: lend(code, files.holder), map: null };
        return { code: borrow(code, files), map: null };
      },
    },
    generateBundle(_options, bundle) {
      const early = reachedWithout(lender, bundle);
      const { fileName } = Object.values(bundle).find((chunk) => chunk.name === lender);
      const importing = new RegExp(`(?:from|import) ?["'\`]\\./${escapePattern(fileName.split('/').pop())}`);
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.name === lender) continue;
        const borrows = chunk.imports.some((file) => bundle[file]?.name === lender);
        if (importing.test(chunk.code)) throw new Error(`${chunk.fileName} still imports ${lender}.`);
        if (borrows && early.has(chunk.fileName))
          throw new Error(`${chunk.fileName} needs ${lender}, and can be loaded without it.`);
      }
    },
  };
}

/** @param {string} code of the holder. */
export function hold(code) {
  return code.replace(exportLine, (_line, names) => `const ${LENT} = {};export { ${names}, ${LENT} };`);
}

/**
 * @param {string} code of the lender.
 * @param {string} holder its file name.
 * @throws if a lent variable is reassigned later, which borrowers would not see.
 */
export function lend(code, holder) {
  const [line, names] = exportLine.exec(code) ?? [];
  if (!line) throw new Error('The bundler writes exports in another way.');
  const members = pairs(names).map(([local, exported]) => {
    if (isReassigned(code, local)) throw new Error(`${local} changes after it was lent.`);
    return `${exported}: ${local}`;
  });
  const importing = `import { ${LENT} } from "./${holder}";`;
  return `${importing}${code.replace(line, `Object.assign(${LENT}, { ${members.join(', ')} });${line}`)}`;
}

/**
 * @param {string} code of a chunk that loads later.
 * @param {{ lender: string, holder: string }} files
 */
export function borrow(code, files) {
  const [line, names] = importLine(files.lender).exec(code) ?? [];
  if (!line) return code;
  const members = pairs(names).map(([lent, local]) => (lent === local ? lent : `${lent}: ${local}`));
  return code.replace(
    line,
    `import { ${LENT} } from "./${files.holder}";const { ${members.join(', ')} } = ${LENT};`,
  );
}

/** Parses `a as b, c` into pairs of names. */
function pairs(names) {
  return names.split(', ').map((name) => {
    const [first, second = first] = name.split(' as ');
    return [first, second];
  });
}

/** Returns whether a variable is assigned after its declaration; a variable of the same name in a function counts as well. */
function isReassigned(code, name) {
  const assigned = new RegExp(
    `(?<![\\w$.])${escapePattern(name)}\\s*(?:=(?![=>])|[-+*/|&^?]{1,2}=|\\+\\+|--)|(?:\\+\\+|--)${escapePattern(name)}\\b`,
    'g',
  );
  const declared = new RegExp(`^(?:const|class|(?:async )?function\\*?)\\s+${escapePattern(name)}\\b`, 'm');
  return !declared.test(code) && (code.match(assigned) ?? []).length > 1;
}

/** Returns the chunks that a page can load before the lender has loaded. */
function reachedWithout(lender, bundle) {
  const reached = new Set();
  const open = Object.values(bundle).filter(({ isEntry }) => isEntry);
  for (let chunk = open.pop(); chunk; chunk = open.pop()) {
    if (chunk.name === lender || reached.has(chunk.fileName)) continue;
    reached.add(chunk.fileName);
    open.push(...[...chunk.imports, ...chunk.dynamicImports].map((file) => bundle[file]).filter(Boolean));
  }
  return reached;
}

const escapePattern = (text) => text.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');
