import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, Migrator } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from './migrations/index.ts';
import { databaseFile, type OpenDatabase, openDatabase } from './open-database.ts';
import { SqliteDialect } from './sqlite-dialect.ts';

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

const account = { id: 'a', name: 'A', created_at: 1, retention_days: null };

describe('openDatabase', () => {
  it('keeps what was committed', async () => {
    const first = await open();
    await first.main.insertInto('accounts').values(account).execute();
    await first.close();
    opened.pop();
    const second = await open();
    expect(await second.main.selectFrom('accounts').selectAll().execute()).toEqual([account]);
  });

  it('refuses a folder that is in use, and takes it once it is free', async () => {
    const first = await open();
    await expect(openDatabase(folder)).rejects.toThrow('Another process is using');
    await first.close();
    opened.pop();
    await expect(open()).resolves.toBeDefined();
  });

  it('reads beside an open write transaction, seeing only what is committed', async () => {
    const { main, reader } = await open();
    await main.transaction().execute(async (trx) => {
      await trx.insertInto('accounts').values(account).execute();
      expect(await reader.selectFrom('accounts').selectAll().execute()).toEqual([]);
    });
    expect(await reader.selectFrom('accounts').selectAll().execute()).toEqual([account]);
  });

  it('does not let the reader write', async () => {
    const { reader } = await open();
    await expect(reader.insertInto('accounts').values(account).execute()).rejects.toThrow(/readonly/);
  });

  it('rolls a failed transaction back and goes on', async () => {
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

  it('makes every commit reach the disk', async () => {
    const { main } = await open();
    const { sql } = await import('kysely');
    const mode = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(main);
    const sync = await sql<{ synchronous: number }>`pragma synchronous`.execute(main);
    expect([mode.rows[0]?.journal_mode, sync.rows[0]?.synchronous]).toEqual(['wal', 2]);
  });
});

/** Makes the database as it was after a migration, and lets it be filled. */
async function layOlder(newest: string, fill: (db: Kysely<Record<string, object>>) => Promise<unknown>) {
  const db = new Kysely<Record<string, object>>({
    dialect: new SqliteDialect({ file: databaseFile(folder), readOnly: false }),
  });
  try {
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
    }).migrateTo(newest);
    expect(error).toBeUndefined();
    await fill(db);
  } finally {
    await db.destroy();
  }
}

describe('a database from before deliveries had a mode', () => {
  const heardAt = Date.UTC(2030, 0, 15, 12);
  const sent = {
    'content-type': 'text/plain',
    'content-length': '3',
    server: 'nginx',
    'retry-after': '4711',
  };
  const keptOfSent = { ...sent, 'retry-after': '7200' };
  const repeated = { ...sent, date: 'Mon, 12 Aug 1974 00:00:00 GMT', via: '1.1 Eriksson', allow: 'Anna' };
  const count = 1200;

  beforeEach(() =>
    layOlder('0019-hand-off-origins', async (db) => {
      const add = (table: string, ...rows: object[]) => db.insertInto(table).values(rows).execute();
      await add('accounts', { id: 'a', name: 'A', created_at: 1 });
      await add('workflows', { id: 'w', account_id: 'a', name: 'W', active: 1, version: 1, created_at: 1 });
      await add('workflow_versions', { workflow_id: 'w', version: 1, definition: '{}' });
      const empty = new Uint8Array();
      const endpoint = { id: 'e', account_id: 'a', url: 'https://shop.example', events: '[]', created_at: 1 };
      await add('webhook_endpoints', { ...endpoint, wrapped_key: empty, sealed_secret: empty });
      for (const mode of ['live', 'test']) {
        const execution = { id: mode, account_id: 'a', workflow_id: 'w', workflow_version: 1, mode };
        const open = { status: 'PENDING', token_hash: mode, session_epoch: 0, expires_at: 1, seq: 0 };
        await add('executions', { ...execution, ...open, created_at: 1, channel: 'token', walk: '{}' });
        const event = { id: mode, account_id: 'a', execution_id: mode, event: 'e', sequence: 1 };
        await add('webhook_events', { ...event, emitted_at: 1, frozen: '{}' });
        const delivery = { id: `to ${mode}`, event_id: mode, endpoint_id: 'e', attempts: 1, created_at: 1 };
        await add('webhook_deliveries', { ...delivery, state: 'delivered' });
      }
      const attempt = { delivery_id: 'to live', number: 1, started_at: heardAt - 50, duration_ms: 50 };
      const heads = [repeated, sent, null];
      const attempts = Array.from({ length: count }, (_, index) => {
        const headers = heads[index % heads.length];
        const head = headers ? JSON.stringify({ headers, bodyBytes: 3 }) : null;
        return { ...attempt, id: `attempt ${index}`, request_head: '{}', response_head: head };
      });
      for (let from = 0; from < count; from += 400)
        await add('webhook_attempts', ...attempts.slice(from, from + 400));
    }),
  );

  it('tells each delivery by the mode of its execution', async () => {
    const { main } = await open();
    expect(await main.selectFrom('webhook_deliveries').select(['id', 'mode']).execute()).toEqual([
      { id: 'to live', mode: 'live' },
      { id: 'to test', mode: 'test' },
    ]);
  });

  it('keeps in the log what would be kept today, and no byte of what a receiver repeated', async () => {
    const { main, emptyLog } = await open();
    const rows = await main.selectFrom('webhook_attempts').select('response_head').execute();
    const heads = rows.map(({ response_head }) => response_head && JSON.parse(response_head));
    expect(heads.filter((head) => head === null)).toHaveLength(count / 3);
    expect(heads.filter((head) => head !== null)).toEqual(
      Array.from({ length: (count * 2) / 3 }, () => ({ headers: keptOfSent, bodyBytes: 3 })),
    );
    await emptyLog();
    const bytes = readFileSync(databaseFile(folder), 'latin1');
    expect(bytes).toContain('nginx');
    for (const trace of ['Eriksson', 'Anna', '1974', '4711']) expect(bytes).not.toContain(trace);
  });
});
