// Part of npm run verify: fails if a built chunk is in no size budget, or in two.
import { readdir } from 'node:fs/promises';
import budgets from '../.size-limit.mjs';
import { chunkFaults } from './chunk-budgets.mjs';

const at = (path) => new URL(`../${path}`, import.meta.url);
const chunksOf = async (folder) => (await readdir(at(folder))).filter((name) => name.endsWith('.js'));

const faults = chunkFaults(budgets, {
  npm: await chunksOf('dist/npm/chunks'),
  script: await chunksOf('dist/script/v1/chunks'),
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
