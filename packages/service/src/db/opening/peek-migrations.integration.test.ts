import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { digestFolder, writeDatabase } from '../../../testing/other-version.ts';
import { migrations } from '../migrations/index.ts';
import { databaseFile, openDatabase } from './open-database.ts';
import { peekMigrations } from './peek-migrations.ts';

const account = { id: 'a', name: 'A', created_at: 1, retention_days: null };

let folder: string;
let file: string;
beforeEach(() => {
  // Contains characters with a meaning in URIs.
  folder = mkdtempSync(join(tmpdir(), 'vo-db #1%20?'));
  file = databaseFile(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('returns an empty history if the database does not exist, and does not create it', () => {
  expect(peekMigrations(file)?.done).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

it('returns an empty history for an empty file', () => {
  writeFileSync(file, '');
  expect(peekMigrations(file)?.done).toEqual([]);
});

it('returns null for a file that is not a database', () => {
  writeFileSync(file, 'no database '.repeat(100));
  expect(peekMigrations(file)).toBeNull();
});

it.each(['stopped', 'killed'] as const)(
  'reads what a process that was %s wrote, and changes nothing',
  (ending) => {
    writeDatabase(folder, ['first', 'second'], ending);
    const before = digestFolder(folder);
    expect(peekMigrations(file)?.done).toEqual(['first', 'second']);
    expect(digestFolder(folder)).toEqual(before);
  },
);

it('reads the history while a service has the database open and writes to it', async () => {
  const { main, reader, close } = await openDatabase(folder);
  try {
    expect(peekMigrations(file)?.done).toEqual(Object.keys(migrations));
    await main.insertInto('accounts').values(account).execute();
    expect(peekMigrations(file)?.done).toEqual(Object.keys(migrations));
    expect(await reader.selectFrom('accounts').select('id').execute()).toEqual([{ id: 'a' }]);
  } finally {
    await close();
  }
});

it('does not keep this process from writing afterwards', async () => {
  writeDatabase(folder, [], 'killed');
  expect(peekMigrations(file)?.done).toEqual([]);
  const { main, close } = await openDatabase(folder);
  await main.insertInto('accounts').values(account).execute();
  await close();
});
