import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasPooler, Pooler } from '../../../../testing/pooler.ts';
import { noLock } from '../../../transaction-locks.ts';
import { inTransaction } from '../../in-transaction.ts';
import { prepareInsert } from '../../prepared-query.ts';
import type { Database } from '../../schema.ts';
import type { OpenDatabase } from '../open-database.ts';
import { openPostgres } from './open-postgres.ts';
import { runBatch } from './postgres-dialect.ts';

const server = process.env.TEST_POSTGRES_URL ?? '';
const name = `dialect_${randomUUID().replaceAll('-', '')}`;
let database: OpenDatabase;

async function ask(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const urlOn = (base: string) => Object.assign(new URL(base), { pathname: `/${name}` }).href;

beforeAll(async () => {
  await ask(`create database ${name}`);
  database = await openPostgres(urlOn(server));
});
afterEach(() => sql`delete from accounts`.execute(database.main));
afterAll(async () => {
  await database.close();
  await ask(`drop database ${name} with (force)`);
});

const raw = (text: string) => CompiledQuery.raw(text);
const account = (id: string) => ({ id, name: id, created_at: 1, retention_days: 1, test_retention_days: 1 });
const accounts = async () =>
  (await database.main.selectFrom('accounts').select('id').orderBy('id').execute()).map(({ id }) => id);

/** Returns how many statements the server keeps for a connection. */
async function keptBy(db: Database): Promise<number> {
  return (await sql`select name from pg_prepared_statements`.execute(db)).rows.length;
}

describe('runBatch', () => {
  it('carries out queries in their order, and returns the result of each', async () => {
    const [locked, inserted, found] = await inTransaction(database.main, noLock, (trx) =>
      runBatch(trx, [
        raw('select pg_advisory_xact_lock(1)'),
        raw("insert into accounts (id, name, created_at) values ('a', 'a', 1), ('b', 'b', 1)"),
        raw('select id from accounts order by id'),
      ]),
    );
    expect(locked?.rowCount).toBe(1);
    expect(inserted?.rowCount).toBe(2);
    expect(found?.rows).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('throws the first error, and leaves nothing of the transaction', async () => {
    const work = inTransaction(database.main, noLock, (trx) =>
      runBatch(trx, [
        raw("insert into accounts (id, name, created_at) values ('a', 'a', 1)"),
        raw('select 1 / 0'),
        raw('select nothing'),
      ]),
    );
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await accounts()).toEqual([]);
  });

  it('leaves a connection that the next transaction can use', async () => {
    for (const id of ['a', 'b'])
      await inTransaction(database.main, noLock, (trx) =>
        runBatch(trx, [raw(`insert into accounts (id, name, created_at) values ('${id}', 'a', 1)`)]),
      );
    await inTransaction(database.main, noLock, async () => {});
    expect(await accounts()).toEqual(['a', 'b']);
  });
});

describe('insertion', () => {
  it('stays prepared on the server of a direct connection, so that it is planned once', async () => {
    const insertion = prepareInsert(database.main, 'accounts');
    await database.main.connection().execute(async (db) => {
      const before = await keptBy(db);
      for (const id of ['a', 'b', 'c']) await db.executeQuery(insertion(account(id)));
      expect((await keptBy(db)) - before).toBeLessThanOrEqual(1);
      expect(await keptBy(db)).toBeGreaterThan(0);
    });
    expect(await accounts()).toEqual(['a', 'b', 'c']);
  });

  it.skipIf(!hasPooler)('stays unprepared behind a pooler, whose connections change', async () => {
    const pooler = await Pooler.open(server, 'transaction');
    const pooled = await openPostgres(urlOn(pooler.url));
    try {
      const insertion = prepareInsert(pooled.main, 'accounts');
      const ids = Array.from({ length: 20 }, (_, index) => `account ${index + 10}`);
      await Promise.all(ids.map((id) => pooled.main.executeQuery(insertion(account(id)))));
      expect(await accounts()).toEqual(ids);
      expect(await keptBy(pooled.main)).toBe(0);
    } finally {
      await pooled.close();
      await pooler.close();
    }
  });

  it('succeeds without its name once a server does not know the name', async () => {
    const other = await openPostgres(urlOn(server));
    try {
      const insertion = prepareInsert(other.main, 'accounts');
      // As a pooler that was not recognized does, by changing the connection.
      const insert = (id: string) =>
        inTransaction(other.main, noLock, async (trx) => {
          await trx.executeQuery(insertion(account(`${id} first`)));
          await trx.executeQuery(raw('deallocate all'));
          await trx.executeQuery(insertion(account(`${id} second`)));
        });
      await insert('a');
      expect(await accounts()).toEqual(['a first', 'a second']);
      await other.main.connection().execute(async (db) => {
        await db.executeQuery(insertion(account('b')));
        expect(await keptBy(db)).toBe(0);
      });
    } finally {
      await other.close();
    }
  });
});
