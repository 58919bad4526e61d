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
 * Writes dist/types: only the declarations that the published entry reaches, so that integrators see nothing else. Includes
 * those of the texts, which are bundled too; a declaration that needs any other package fails the build.
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
    // Skips type checks, because this code has already been checked.
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
    // The entry for `require` needs a declaration of its own, because a declaration describes the module next to it.
    await writeFile(
      target.replace(/\.ts$/, '.cts'),
      text.replace(/((?:from\s+|import\()['"][^'"]+)\.js(?=['"])/g, '$1.cjs'),
    );
  }
  await rm(all, { recursive: true });
}

/**
 * Returns the declarations that one reaches through its imports, with specifiers as an integrator's compiler resolves them.
 *
 * @param texts - the folder of the declarations of `@vendor/texts`; published as `texts/` next to the entry.
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
        const [, textModule] = /^@vendor\/texts\/(.+)$/.exec(specifier) ?? [];
        if (textModule === undefined && !specifier.startsWith('.'))
          throw new Error(`${relative(dirname(entry), from)} needs ${specifier}.`);
        const module = specifier.replace(/\.[jt]sx?$/, '');
        open.push(`${textModule ? join(texts, textModule) : resolve(dirname(from), module)}.d.ts`);
        const root = relative(dirname(from), dirname(entry)) || '.';
        const target = textModule ? `${root}/texts/${textModule}` : module;
        return `${before}${quote}${target}.js${quote}`;
      },
    );
    reached.set(file, published.replace(/\n?\/\/# sourceMappingURL=.*/, ''));
  }
  return reached;
}
