import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestFolder, otherVersions, writeDatabase } from '../../../testing/other-version.ts';
import { developmentMigrations } from '../migrations/development-migrations.ts';
import { migrations } from '../migrations/index.ts';
import { databaseFile, joinDatabase, openDatabase } from './open-database.ts';
import { UnsupportedDataError } from './unsupported-data.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vo-db-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('reuses no name of a development version for a migration', () => {
  expect(Object.keys(migrations).filter((name) => developmentMigrations.has(name))).toEqual([]);
});

describe.each(otherVersions)('data of $version', ({ migrations: done, cause, remedy }) => {
  describe.each(['stopped', 'killed'] as const)('data whose process was %s', (ending) => {
    it.each([
      ['openDatabase', openDatabase],
      ['joinDatabase', joinDatabase],
    ])(
      'refuses unsupported data in %s, and changes or adds no file',
      { tags: ['DRUN-109'] },
      async (_, open) => {
        writeDatabase(folder, done, ending);
        const before = digestFolder(folder);
        const refusal = await open(folder).catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(UnsupportedDataError);
        expect((refusal as Error).message).toBe(`The data in ${folder} ${cause} ${remedy}`);
        expect(digestFolder(folder)).toEqual(before);
      },
    );
  });

  it('refuses unsupported data whose log has no index, and releases the folder', async () => {
    writeDatabase(folder, done, 'killed');
    rmSync(`${databaseFile(folder)}-shm`);
    for (const open of [openDatabase, joinDatabase, openDatabase])
      await expect(open(folder)).rejects.toThrow(cause);
  });
});
