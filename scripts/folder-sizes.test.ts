import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const maxFiles = 25;

/** Folders that may contain more files, each with its reason. */
const larger: Readonly<Record<string, string>> = {
  'packages/service/src/db/migrations':
    'a file for each version of the schema, in the order of their numbers',
};

/** Counts the files of shipped code by folder, without tests. */
function countFiles(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of readdirSync(join(root, 'packages'))) {
    const source = join('packages', name, 'src');
    for (const entry of readdirSync(join(root, source), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.test\.tsx?$/.test(entry.name)) continue;
      const folder = entry.parentPath.slice(root.length);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return counts;
}

const counts = countFiles();
const tooLarge = [...counts].filter(([, files]) => files > maxFiles).map(([folder]) => folder);

it(`limits folders of shipped code to ${maxFiles} files, except those with a reason`, () => {
  expect(counts.size).toBeGreaterThan(50);
  expect(tooLarge.filter((folder) => !(folder in larger))).toEqual([]);
});

it('lists no exception that is no longer needed', () => {
  expect(Object.keys(larger).filter((folder) => !tooLarge.includes(folder))).toEqual([]);
});
