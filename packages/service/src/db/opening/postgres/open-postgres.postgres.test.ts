import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseLink } from '../../../../testing/database-link.ts';
import { causeOfUnavailability } from '../../../unavailable.ts';
import { postgresMigrations } from '../../migrations/postgres-migrations.ts';
import type { Phase, StagedMigration } from '../../migrations/staged-migration.ts';
import type { Schema } from '../../schema.ts';
import type { OpenDatabase } from '../open-database.ts';
import { LostDatabaseError } from './lost-database.ts';
import { migrateDatabase, openPostgres } from './open-postgres.ts';

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

/** Opens a database that cannot be used, and returns why. Nothing may have been written. */
async function refusalOf(url: string): Promise<string> {
  const tables = async () =>
    (await ask(urlOf(), "select count(*)::int as count from pg_tables where schemaname = 'public'")).rows[0];
  const before = await tables();
  const error = await openPostgres(url).catch((failure: unknown) => failure);
  expect(await tables()).toEqual(before);
  return (error as Error).message;
}

describe('a PostgreSQL database', () => {
  it('carries out the migrations, and none when opened again', async () => {
    for (let time = 0; time < 2; time += 1) {
      const database = await openPostgres(urlOf());
      expect(await database.reader.selectFrom('accounts').selectAll().execute()).toEqual([]);
      await database.close();
    }
  });

  it('lets the server end a transaction whose process freezes, because its locks affect all instances', async () => {
    const database = await openPostgres(urlOf());
    const setting = sql<{
      most: string;
    }>`select current_setting('idle_in_transaction_session_timeout') as most`;
    const { rows } = await database.main.transaction().execute((trx) => setting.execute(trx));
    expect(rows).toEqual([{ most: '30s' }]);
    expect((await setting.execute(database.main)).rows).toEqual([{ most: '0' }]);
    await database.close();
  });

  it('distinguishes processes although the URL names its connections', async () => {
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

  it('closes a connection that does not answer, and rolls back its transaction', async () => {
    await (await openPostgres(urlOf())).close();
    const link = await DatabaseLink.open(urlOf());
    const database = await openPostgres(link.url, { timeoutMs: 100 });
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

  it('lets the server end a statement that takes too long, and keeps the connection', async () => {
    const database = await openPostgres(urlOf(), { timeoutMs: 100 });
    const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
    const before = await pid.execute(database.main);
    const slow = database.main.transaction().execute((trx) => sql`select pg_sleep(60)`.execute(trx));
    const error = await slow.catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: '57014' });
    expect(causeOfUnavailability(error)).not.toBeNull();
    expect((await pid.execute(database.main)).rows).toEqual(before.rows);
    await database.close();
  });

  it('limits a statement to 10 s by default, and not at all if the time-out is null', async () => {
    const limitIn = async (database: OpenDatabase) => {
      const { rows } = await database.main
        .transaction()
        .execute((trx) => sql<{ limit: string }>`show statement_timeout`.execute(trx));
      await database.close();
      return Object.values(rows[0] ?? {});
    };
    expect(await limitIn(await openPostgres(urlOf()))).toEqual(['10s']);
    expect(await limitIn(await openPostgres(urlOf(), { timeoutMs: null }))).toEqual(['0']);
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

  it('refuses an address that does not answer', async () => {
    const url = new URL(urlOf());
    url.port = '1';
    expect(await refusalOf(url.href)).toMatch(/cannot be reached: ECONNREFUSED\. Check DATABASE_URL/);
  });

  it('refuses a read-only database', async () => {
    await ask(server, `alter database ${name} set default_transaction_read_only = on`);
    expect(await refusalOf(urlOf())).toMatch(/can only be read\. Set DATABASE_URL to the primary server/);
  });

  it('refuses a role that may not create tables', async () => {
    await ask(server, `create role guest_${name} login`);
    expect(await refusalOf(urlOf(name, `guest_${name}`))).toMatch(/may create nothing.*grant usage, create/);
    await ask(server, `drop role guest_${name}`);
  });

  it('refuses a server whose clock differs from the clock of this machine', async () => {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 120_000);
    expect(await refusalOf(urlOf())).toMatch(
      /clock differs by 1[12]\d s from the clock of this machine\. Let NTP set both/,
    );
  });

  it('refuses a role that may not log in', async () => {
    await ask(server, `create role closed_${name} nologin`);
    expect(await refusalOf(urlOf(name, `closed_${name}`))).toMatch(
      /The server does not permit this role to connect\./,
    );
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

/**
 * Adds a migration to this version.
 *
 * @returns a function that removes it again.
 */
function addMigration(phase: Phase): () => void {
  const known = postgresMigrations as Record<string, StagedMigration>;
  known['9998-later'] = {
    phase,
    async up(db) {
      await db.schema.createTable('later').addColumn('id', 'text').execute();
      await db.schema.alterTable('accounts').addColumn('later', 'text').execute();
    },
  };
  return () => {
    delete known['9998-later'];
  };
}

describe('a PostgreSQL database with a pending migration', () => {
  let forget: () => void;
  const migrate = () => migrateDatabase(urlOf(), async () => {});
  const lay = async (phase: Phase) => {
    await (await openPostgres(urlOf())).close();
    forget = addMigration(phase);
  };
  afterEach(() => forget());

  it('refuses to start on a database with pending migrations until a command has migrated it', async () => {
    await lay('contract');
    expect(await refusalOf(urlOf())).toMatch(
      /lacks migrations of this version \(9998-later\)\. Run "orchestration upgrade check"/,
    );
    expect(await migrate()).toEqual(['9998-later']);
    expect(await migrate()).toEqual([]);
    const { migrated, close } = await openPostgres(urlOf());
    expect(migrated).toEqual({ carriedOut: [], snapshot: null });
    await close();
  });

  it('migrates at the start if allowed', async () => {
    await lay('contract');
    const { migrated, close } = await openPostgres(urlOf(), { mayMigrate: true });
    expect(migrated.carriedOut).toEqual(['9998-later']);
    await close();
  });

  it('migrates once when several processes begin at the same time', async () => {
    await lay('expand');
    const all = await Promise.all([migrate(), migrate(), migrate()]);
    expect(all.flat()).toEqual(['9998-later']);
  });

  it('carries out an expand migration while instances run, and lets the previous release join', async () => {
    const running = await openPostgres(urlOf());
    await running.sharing!.instances.join();
    forget = addMigration('expand');
    expect(await migrate()).toEqual(['9998-later']);
    forget();
    const other = await openPostgres(urlOf());
    await other.sharing!.instances.join();
    for (const database of [running, other]) {
      await database.main
        .insertInto('accounts')
        .values({
          id: randomUUID(),
          name: 'A',
          created_at: 1,
          retention_days: null,
          test_retention_days: null,
        })
        .execute();
      await database.close();
    }
  });

  it('refuses a contract migration while instances are running', async () => {
    const running = await openPostgres(urlOf());
    await running.sharing!.instances.join();
    forget = addMigration('contract');
    const words = /cannot continue after the migration 9998-later: 1, version \d.*\. Stop all instances/;
    await expect(migrate()).rejects.toThrow(words);
    await expect(openPostgres(urlOf(), { mayMigrate: true })).rejects.toThrow(words);
    await running.sharing!.instances.leave();
    expect(await migrate()).toEqual(['9998-later']);
    await running.close();
  });

  it('lets no instance join that opened the database before a contract migration', async () => {
    const late = await openPostgres(urlOf());
    forget = addMigration('contract');
    await migrate();
    forget();
    await expect(late.sharing!.instances.join()).rejects.toThrow(
      /newer version of the service \(9998-later\)/,
    );
    const { rows } = await ask(urlOf(), 'select id from instances');
    expect(rows).toEqual([]);
    await late.close();
  });

  it('waits for a table lock without holding up others', { timeout: 20_000 }, async () => {
    await lay('expand');
    const busy = new pg.Client({ connectionString: urlOf() });
    await busy.connect();
    await busy.query('begin; select * from accounts');
    const migrating = migrate();
    await vi.waitFor(
      async () => {
        const { rows } = await ask(urlOf(), 'select 1 from pg_locks where not granted');
        expect(rows.length).toBeGreaterThan(0);
      },
      { timeout: 10_000 },
    );
    // Waits behind the migration, which stops waiting for its lock.
    await ask(urlOf(), 'select * from accounts');
    await busy.query('commit');
    await busy.end();
    expect(await migrating).toEqual(['9998-later']);
  });
});
