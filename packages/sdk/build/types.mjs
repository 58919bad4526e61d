import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')),
  'bin',
  'tsc',
);

/**
 * Writes dist/types: the declarations that the published entry reaches and no others, so that what a page's compiler sees
 * is all there is. Those of the texts, which are bundled too, come along; one that needs any other package fails the build.
 *
 * @param {string} folder of the package.
 */
export async function emitTypes(folder) {
  const all = join(folder, 'dist', '.declarations');
  const options = [
    '--emitDeclarationOnly',
    '--declarationMap',
    'false',
    '--composite',
    'false',
    '--incremental',
    'false',
    // The compiler has been over this code before; here it only writes down what it says.
    '--noCheck',
  ];
  await promisify(execFile)(process.execPath, [compiler, '-p', folder, ...options, '--outDir', all]).catch(
    ({ stdout }) => {
      throw new Error(`The declarations could not be made:\n${stdout}`);
    },
  );
  const types = join(folder, 'dist', 'types');
  const texts = resolve(folder, '../texts/dist');
  for (const [file, text] of await reach(join(all, 'index.d.ts'), texts)) {
    const target = join(
      types,
      file.startsWith(texts) ? join('texts', relative(texts, file)) : relative(all, file),
    );
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
    // A declaration speaks of the module beside it: that of `require` is another one.
    await writeFile(
      target.replace(/\.ts$/, '.cts'),
      text.replace(/((?:from\s+|import\()['"][^'"]+)\.js(?=['"])/g, '$1.cjs'),
    );
  }
  await rm(all, { recursive: true });
}

/**
 * The declarations that one reaches through its imports, with specifiers as a page's compiler resolves them.
 *
 * @param texts - the folder of the declarations of `@vendor/texts`; published as `texts/` beside the entry.
 */
async function reach(entry, texts) {
  const reached = new Map();
  const open = [entry];
  for (let file = open.pop(); file; file = open.pop()) {
    if (reached.has(file)) continue;
    const text = await readFile(file, 'utf8');
    const from = file;
    const published = text.replace(
      /(from\s+|import\()(['"])([^'"]+)\2/g,
      (_all, before, quote, specifier) => {
        const [, text] = /^@vendor\/texts\/(.+)$/.exec(specifier) ?? [];
        if (text === undefined && !specifier.startsWith('.'))
          throw new Error(`${relative(dirname(entry), from)} needs ${specifier}.`);
        const module = specifier.replace(/\.[jt]sx?$/, '');
        open.push(`${text ? join(texts, text) : resolve(dirname(from), module)}.d.ts`);
        const published = text ? `${relative(dirname(from), dirname(entry)) || '.'}/texts/${text}` : module;
        return `${before}${quote}${published}.js${quote}`;
      },
    );
    reached.set(file, published.replace(/\n?\/\/# sourceMappingURL=.*/, ''));
  }
  return reached;
}
