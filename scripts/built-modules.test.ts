import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { entries } from '../packages/service/build/entries.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages whose build keeps the layout of their source, besides the bundle of the service. */
const builtModule =
  /packages\/(?:checks|contract|demo|service|texts|vision)\/dist\/(?!bundled\/)[\w./-]+\.js/g;
const bundle = /packages\/service\/dist\/bundled\/([\w./-]+)\.js/g;

/** Returns what the files of benches, journeys and scripts name, with the file that names it. */
function findNamed(pattern: RegExp) {
  const files = ['bench', 'e2e', 'lab', 'scripts']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => /\.(mjs|ts)$/.test(file) && !/node_modules|\.cache|import-rules\.test\.ts$/.test(file));
  return files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([module, name]) => ({
      file,
      module,
      name,
    })),
  );
}

it('finds the source of each built module that a bench, a journey or a script loads', () => {
  const loaded = findNamed(builtModule);
  expect(loaded.length).toBeGreaterThan(20);
  const sourceOf = (module: string) => module.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
  expect(loaded.filter(({ module }) => !existsSync(join(root, sourceOf(module))))).toEqual([]);
});

it('finds each bundle that a bench, a journey or a script starts among the entries of the build', () => {
  const started = findNamed(bundle);
  expect(started.length).toBeGreaterThan(10);
  expect(started.filter(({ name = '' }) => !(name in entries))).toEqual([]);
});
