import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseLink } from '../../../testing/database-link.ts';
import { causeOfUnavailability } from '../../unavailable.ts';
import type { Schema } from '../schema.ts';
import { LostDatabaseError } from './lost-database.ts';
import { openPostgres } from './open-postgres.ts';

const server = process.env.TEST_POSTGRES_URL ?? '';
let name: string;
beforeEach(async () => {
  name = `opened_${randomUUID().replaceAll('-', '')}`;
  await ask(server, `create database ${name}`);
});
afterEach(() => ask(server, `drop database ${name} with (force)`));

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

const urlOf = (database = name, role = 'suites') => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  url.username = role;
  return url.href;
};

/** Opens what cannot be used, and tells why; nothing may have been written. */
async function refusalOf(url: string): Promise<string> {
  const tables = async () =>
    (await ask(urlOf(), "select count(*)::int as count from pg_tables where schemaname = 'public'")).rows[0];
  const before = await tables();
  const error = await openPostgres(url).catch((failure: unknown) => failure);
  expect(await tables()).toEqual(before);
  return (error as Error).message;
}

describe('a PostgreSQL database', () => {
  it('carries out the migrations, and opens again without any', async () => {
    for (let time = 0; time < 2; time += 1) {
      const database = await openPostgres(urlOf());
      expect(await database.reader.selectFrom('accounts').selectAll().execute()).toEqual([]);
      await database.close();
    }
  });

  it('lets the server end a transaction whose process is frozen, for its locks are those of all', async () => {
    const database = await openPostgres(urlOf());
    const setting = sql<{
      most: string;
    }>`select current_setting('idle_in_transaction_session_timeout') as most`;
    const { rows } = await database.main.transaction().execute((trx) => setting.execute(trx));
    expect(rows).toEqual([{ most: '30s' }]);
    expect((await setting.execute(database.main)).rows).toEqual([{ most: '0' }]);
    await database.close();
  });

  it('tells processes apart although the URL names its connections', async () => {
    const url = new URL(urlOf());
    url.searchParams.set('application_name', 'bank');
    const [one, other] = [await openPostgres(url.href), await openPostgres(url.href)];
    for (const { reader } of [one, other]) await reader.selectFrom('accounts').selectAll().execute();
    const { rows } = await ask(
      urlOf(),
      `select distinct application_name as name from pg_stat_activity where datname = '${name}'`,
    );
    const names = rows.map((row: { name: string }) => row.name);
    expect(names).toEqual(
      expect.arrayContaining([one.sharing?.connectionName, other.sharing?.connectionName]),
    );
    expect(names).not.toContain('bank');
    for (const database of [one, other]) await database.close();
  });

  it('gives up a connection that says nothing, and leaves its transaction to nobody', async () => {
    await (await openPostgres(urlOf())).close();
    const link = await DatabaseLink.open(urlOf());
    const database = await openPostgres(link.url, 100);
    const insert = (db: Kysely<Schema>, id: string) =>
      db.insertInto('accounts').values({ id, name: '', created_at: 1 }).execute();
    const lost = database.main.transaction().execute(async (trx) => {
      await insert(trx, 'lost');
      link.silence();
      await insert(trx, 'never sent');
    });
    await expect(lost).rejects.toBeInstanceOf(LostDatabaseError);
    await link.mend();
    await insert(database.main, 'next');
    const kept = await database.reader.selectFrom('accounts').select('id').execute();
    expect(kept).toEqual([{ id: 'next' }]);
    await database.close();
    await link.cut();
  });

  it('lets the server end a statement that takes too long, and goes on by the same connection', async () => {
    const database = await openPostgres(urlOf(), 100);
    const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
    const before = await pid.execute(database.main);
    const slow = database.main.transaction().execute((trx) => sql`select pg_sleep(60)`.execute(trx));
    const error = await slow.catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: '57014' });
    expect(causeOfUnavailability(error)).not.toBeNull();
    expect((await pid.execute(database.main)).rows).toEqual(before.rows);
    await database.close();
  });

  it('refuses to change or remove events of the audit trail', async () => {
    await (await openPostgres(urlOf())).close();
    await expect(ask(urlOf(), 'delete from audit_events')).rejects.toThrow('never changed');
  });

  it('refuses a database that the server does not know', async () => {
    expect(await refusalOf(urlOf('nothing'))).toMatch(
      /^The database nothing at 127\.0\.0\.1:\d+ cannot be reached: There is no such database\. Check DATABASE_URL/,
    );
  });

  it('refuses an address where nobody answers', async () => {
    const url = new URL(urlOf());
    url.port = '1';
    expect(await refusalOf(url.href)).toMatch(/cannot be reached: ECONNREFUSED\. Check DATABASE_URL/);
  });

  it('refuses a database that can only be read', async () => {
    await ask(server, `alter database ${name} set default_transaction_read_only = on`);
    expect(await refusalOf(urlOf())).toMatch(/can only be read\. Name the primary server/);
  });

  it('refuses a role that may create nothing', async () => {
    await ask(server, `create role guest_${name} login`);
    expect(await refusalOf(urlOf(name, `guest_${name}`))).toMatch(/may create nothing.*grant usage, create/);
    await ask(server, `drop role guest_${name}`);
  });

  it('refuses a server whose clock is another than the one here', async () => {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 120_000);
    expect(await refusalOf(urlOf())).toMatch(
      /clock differs by 1[12]\d s from the one here\. Let NTP set both/,
    );
  });

  it('refuses a role that may not log in', async () => {
    await ask(server, `create role closed_${name} nologin`);
    expect(await refusalOf(urlOf(name, `closed_${name}`))).toMatch(/The server does not let this role in\./);
    await ask(server, `drop role closed_${name}`);
  });

  it('refuses a database that a newer version used', async () => {
    await (await openPostgres(urlOf())).close();
    await ask(urlOf(), "insert into kysely_migration values ('9999-later', '')");
    expect(await refusalOf(urlOf())).toMatch(
      /newer version of the service \(9999-later\)\. Run that version/,
    );
  });
});
