import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from './open-database.ts';

let folder: string;
let opened: OpenDatabase[];
const open = async () => {
  const database = await openDatabase(folder);
  opened.push(database);
  return database;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vo-db-'));
  opened = [];
});
afterEach(async () => {
  for (const database of opened) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const account = { id: 'a', name: 'A', created_at: 1, retention_days: null, test_retention_days: null };

describe('openDatabase', () => {
  it('keeps committed rows after reopening the database', async () => {
    const first = await open();
    await first.main.insertInto('accounts').values(account).execute();
    await first.close();
    opened.pop();
    const second = await open();
    expect(await second.main.selectFrom('accounts').selectAll().execute()).toMatchObject([account]);
  });

  it('refuses a folder that is in use, and opens it once it is free', async () => {
    const first = await open();
    await expect(openDatabase(folder)).rejects.toThrow('Another process is using');
    await first.close();
    opened.pop();
    await expect(open()).resolves.toBeDefined();
  });

  it('reads only committed rows while a write transaction is open', async () => {
    const { main, reader } = await open();
    await main.transaction().execute(async (trx) => {
      await trx.insertInto('accounts').values(account).execute();
      expect(await reader.selectFrom('accounts').selectAll().execute()).toEqual([]);
    });
    expect(await reader.selectFrom('accounts').selectAll().execute()).toMatchObject([account]);
  });

  it('refuses writes through the read-only connection', async () => {
    const { reader } = await open();
    await expect(reader.insertInto('accounts').values(account).execute()).rejects.toThrow(/readonly/);
  });

  it('rolls back a failed transaction, and continues', async () => {
    const { main } = await open();
    const failing = main.transaction().execute(async (trx) => {
      await trx.insertInto('accounts').values(account).execute();
      await trx.insertInto('accounts').values(account).execute();
    });
    await expect(failing).rejects.toThrow(/UNIQUE/);
    expect(await main.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });

  it('runs transactions one after the other', async () => {
    const { main } = await open();
    await main
      .insertInto('accounts')
      .values({ ...account, created_at: 0 })
      .execute();
    const addOne = () =>
      main.transaction().execute(async (trx) => {
        const { created_at } = await trx
          .selectFrom('accounts')
          .select('created_at')
          .executeTakeFirstOrThrow();
        await Promise.resolve();
        await trx
          .updateTable('accounts')
          .set({ created_at: created_at + 1 })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, addOne));
    expect(
      (await main.selectFrom('accounts').select('created_at').executeTakeFirstOrThrow()).created_at,
    ).toBe(20);
  });

  it('flushes every commit to the disk', async () => {
    const { main } = await open();
    const { sql } = await import('kysely');
    const mode = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(main);
    const sync = await sql<{ synchronous: number }>`pragma synchronous`.execute(main);
    expect([mode.rows[0]?.journal_mode, sync.rows[0]?.synchronous]).toEqual(['wal', 2]);
  });

  it('keeps the undo data of savepoints in memory instead of a temporary file', async () => {
    const { main } = await open();
    const { sql } = await import('kysely');
    const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(main);
    expect(rows[0]?.temp_store).toBe(2);
  });
});
