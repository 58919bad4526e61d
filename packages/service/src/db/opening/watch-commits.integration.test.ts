import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLaidDatabase } from '../../../testing/lay-database.ts';
import { insertAccount } from '../accounts/accounts.ts';
import { joinDatabase, type OpenDatabase } from './open-database.ts';
import { watchCommits } from './watch-commits.ts';

let folder: string;
let database: OpenDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vo-commits-'));
  database = await openLaidDatabase(folder);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const commit = (by: OpenDatabase, id: string) => insertAccount(by.main, { id, name: id, createdAt: 0 });

test('calls `look` once after commits of this and other processes, while somebody waits', async () => {
  let looks = 0;
  let isWanted = true;
  const failures: unknown[] = [];
  const watcher = watchCommits(database.reader, {
    isWanted: () => isWanted,
    look: async () => {
      looks += 1;
      if (looks === 3) throw new Error('The disk is full.');
    },
    onFailure: (error) => failures.push(error),
  });
  const turn = async () => {
    vi.advanceTimersByTime(250);
    // The turn ends with the call of `look`.
    await database.reader.selectFrom('accounts').select('id').execute();
    await new Promise((resolve) => setImmediate(resolve));
  };
  await turn();
  expect(looks).toBe(1);
  await turn();
  expect(looks).toBe(1);
  await commit(database, 'one');
  await turn();
  expect(looks).toBe(2);
  const other = await joinDatabase(folder);
  await commit(other, 'two');
  await other.close();
  // A failed call is repeated in the next turn.
  await turn();
  await turn();
  expect([looks, failures.length]).toEqual([4, 1]);
  isWanted = false;
  await commit(database, 'three');
  await turn();
  expect(looks).toBe(4);
  isWanted = true;
  await turn();
  expect(looks).toBe(5);
  await watcher.stop();
  await commit(database, 'four');
  await turn();
  expect(looks).toBe(5);
});
