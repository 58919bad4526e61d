import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { OpenDatabase } from '../src/db/opening/open-database.ts';
import { openPostgres } from '../src/db/opening/postgres/open-postgres.ts';
import { openLaidDatabase } from './lay-database.ts';
import { type LentDatabase, ReusedDatabases } from './reused-databases.ts';

/** Address of a PostgreSQL server for the suites, as started by `npm run test:postgres`; undefined: suites run on SQLite. */
const serverUrl = process.env.TEST_POSTGRES_URL;

/** Whether suites run on PostgreSQL. */
export const isOnPostgres = serverUrl !== undefined;

const databases =
  serverUrl === undefined
    ? null
    : new ReusedDatabases(serverUrl, async (url) => (await openPostgres(url)).close());

/** Opens the database of a suite: `service.db` in a folder, or a lent database on the server, returned at the end. */
export async function openTestDatabase(folder: string): Promise<OpenDatabase> {
  if (databases === null) return openLaidDatabase(folder);
  const lent = await databases.lend();
  const opened = await openPostgres(lent.url);
  return {
    ...opened,
    async close() {
      await opened.close();
      await lent.giveBack();
    },
  };
}

/** Lends a database on the server, at the newest migration. */
export function lendTestDatabase(): Promise<LentDatabase> {
  if (databases === null) throw new Error('There is no server.');
  return databases.lend();
}

/** Creates an empty database on the server of the suites. @returns its address; null: suites run on SQLite. */
export async function createEmptyTestDatabase(): Promise<string | null> {
  if (serverUrl === undefined) return null;
  const name = `suite_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, (client) => client.query(`create database ${name}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database of {@link createEmptyTestDatabase} with all its connections. */
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
