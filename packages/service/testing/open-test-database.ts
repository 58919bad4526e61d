import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { OpenDatabase } from '../src/db/opening/open-database.ts';
import { openPostgres } from '../src/db/opening/postgres/open-postgres.ts';
import { openLaidDatabase } from './lay-database.ts';

/** URL of a PostgreSQL server that suites run on, as `npm run test:postgres` starts one; undefined: they run on SQLite. */
const serverUrl = process.env.TEST_POSTGRES_URL;

/** Whether suites run on PostgreSQL. */
export const isOnPostgres = serverUrl !== undefined;

const template = 'migrated';

/** Opens the database that suites run on: `service.db` of a folder, or a database of its own on a server, which is dropped in the end. */
export async function openTestDatabase(folder: string): Promise<OpenDatabase> {
  if (serverUrl === undefined) return openLaidDatabase(folder);
  const { url, drop } = await createTestDatabase();
  const opened = await openPostgres(url);
  return {
    ...opened,
    async close() {
      await opened.close();
      await drop();
    },
  };
}

/** Creates a database of its own on the server, at the newest migration. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  if (serverUrl === undefined) throw new Error('There is no server.');
  const name = `suite_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, async (client) => {
    // One migrated database is copied for all: a session holds a lock while it makes it.
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      await client.query(`create database ${template}_begun`);
      await (await openPostgres(urlOf(serverUrl, `${template}_begun`))).close();
      await client.query(`alter database ${template}_begun rename to ${template}`);
    }
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: urlOf(serverUrl, name),
    async drop() {
      await onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Makes an empty database on the server that suites run on. @returns its URL; null: they run on SQLite. */
export async function createEmptyTestDatabase(): Promise<string | null> {
  if (serverUrl === undefined) return null;
  const name = `suite_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, (client) => client.query(`create database ${name}`));
  return urlOf(serverUrl, name);
}

/** Drops a database of {@link createEmptyTestDatabase}, with all connections to it. */
export async function dropTestDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onServer(serverUrl ?? url, (client) => client.query(`drop database if exists ${name} with (force)`));
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
