import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describeIsolation, nameProtections } from './isolation.ts';

const here = dirname(fileURLToPath(import.meta.url));
const hidden = 'no access to the data folder';

it.each([
  ['the service', dirname(here)],
  ['Node.js', dirname(process.execPath)],
])('does not claim that a data folder is hidden if it contains %s', (_, folder) => {
  const { on, off } = nameProtections(describeIsolation(folder));
  expect([on.includes(hidden), off.includes(hidden)]).toEqual([false, true]);
});

it('claims that a data folder without code is hidden where namespaces are allowed', () => {
  const isolation = describeIsolation(join(here, 'data'));
  expect(isolation.folder).toBe(isolation.service);
});
