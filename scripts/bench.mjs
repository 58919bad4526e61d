// npm run bench: builds, then runs every benchmark, one after the other so that none disturbs another. With a name, only those
// that begin with it. Arguments after `--` are passed to each, e.g. `npm run bench sdk-start -- --rounds 15`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { install, root, run } from './workspace.mjs';

await install();
const built = await build();
if (built !== 0) process.exit(built);

const given = process.argv.slice(2);
const only = given[0]?.startsWith('--') ? undefined : given.shift();
const names = readdirSync(join(root, 'bench')).filter((name) => name.endsWith('.bench.mjs'));
let failed = 0;
for (const name of names.sort()) {
  if (only && !name.startsWith(only)) continue;
  console.log(`\n— ${name.replace('.bench.mjs', '')}`);
  failed += (await run(process.execPath, [join('bench', name), ...given])) === 0 ? 0 : 1;
}
process.exit(failed === 0 ? 0 : 1);
