import { parseAst, Visitor } from 'vite';

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
  const reassigned = reassignedNames(code);
  const members = pairs(names).map(([local, exported]) => {
    if (reassigned.has(local)) throw new Error(`${local} changes after it was lent.`);
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

/** Nodes whose code may run after the chunk was evaluated. */
const laterNodes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassBody'];

/**
 * Collects the names of variables that may be assigned after the chunk was evaluated, which is in functions. Compares names
 * only, so a variable of such a function counts as well. Leaves out the chunk's constants, functions and classes, to which
 * TypeScript lets no code assign.
 */
function reassignedNames(code) {
  const program = parseAst(code);
  const names = new Set();
  let depth = 0;
  const assign = (target) => {
    if (depth > 0) for (const name of targetNames(target)) names.add(name);
  };
  new Visitor({
    AssignmentExpression: ({ left }) => assign(left),
    UpdateExpression: ({ argument }) => assign(argument),
    ForInStatement: ({ left }) => assign(left),
    ForOfStatement: ({ left }) => assign(left),
    ...Object.fromEntries(
      laterNodes.flatMap((type) => [
        [type, () => void depth++],
        [`${type}:exit`, () => void depth--],
      ]),
    ),
  }).visit(program);
  for (const { kind, declarations = [], id } of program.body) {
    if (id) names.delete(id.name);
    if (kind === 'const') for (const { id } of declarations) names.delete(id.name);
  }
  return names;
}

/** Lists the variables in the target of an assignment; none for a member or a declaration. */
function targetNames(target) {
  switch (target?.type) {
    case 'Identifier':
      return [target.name];
    case 'AssignmentPattern':
      return targetNames(target.left);
    case 'RestElement':
      return targetNames(target.argument);
    case 'ArrayPattern':
      return target.elements.flatMap(targetNames);
    case 'ObjectPattern':
      return target.properties.flatMap((property) => targetNames(property.value ?? property));
    default:
      return [];
  }
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
