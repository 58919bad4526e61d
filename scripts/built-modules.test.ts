import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages whose build keeps the layout of their source. */
const builtModule = /packages\/(?:checks|contract|demo|service|texts|vision)\/dist\/[\w./-]+\.js/g;

it('finds the source of each built module that a bench, a journey or a script loads', () => {
  const files = ['bench', 'e2e', 'lab', 'scripts']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => /\.(mjs|ts)$/.test(file) && !/node_modules|\.cache|import-rules\.test\.ts$/.test(file));
  const loaded = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(builtModule)].map(([module]) => ({ file, module })),
  );
  expect(loaded.length).toBeGreaterThan(20);
  const sourceOf = (module: string) => module.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
  expect(loaded.filter(({ module }) => !existsSync(join(root, sourceOf(module))))).toEqual([]);
});
