// Runs one or several instances of the service on a PostgreSQL database and counts the statements that they execute.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort, MeasuredServer } from './measured-server.mjs';

/** A database on a server started with `pg_stat_statements`. */
export class SharedDatabase {
  url;
  #name;
  #client;

  static async create(serverUrl) {
    const database = new SharedDatabase();
    database.#client = new pg.Client({ connectionString: serverUrl });
    await database.#client.connect();
    await database.#client.query('create extension if not exists pg_stat_statements');
    database.#name = `bench_${randomUUID().replaceAll('-', '')}`;
    await database.#client.query(`create database ${database.#name}`);
    const url = new URL(serverUrl);
    url.pathname = `/${database.#name}`;
    database.url = url.href;
    return database;
  }

  /** Returns the number of statements so far, including begin and commit. */
  async statements() {
    const { rows } = await this.#client.query(
      `select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements
       join pg_database on pg_database.oid = dbid where datname = $1`,
      [this.#name],
    );
    return rows[0].calls;
  }

  /** Returns the most frequent statements since the previous call: `[calls, text]`. */
  async frequent() {
    const { rows } = await this.#client.query(
      `select calls::float8 as calls, query from pg_stat_statements
       join pg_database on pg_database.oid = dbid where datname = $1 order by calls desc limit 20`,
      [this.#name],
    );
    await this.#client.query('select pg_stat_statements_reset()');
    return rows.map(({ calls, query }) => [calls, query]);
  }

  /** Returns the statements with the highest total time: `{ calls, ms, query }`, where `ms` covers all calls. */
  async slowest() {
    const { rows } = await this.#client.query(
      `select calls::float8 as calls, round(total_exec_time)::float8 as ms, left(query, 300) as query
       from pg_stat_statements join pg_database on pg_database.oid = dbid
       where datname = $1 order by total_exec_time desc limit 20`,
      [this.#name],
    );
    return rows;
  }

  async close() {
    await this.#client.end();
  }
}

/**
 * Starts instances that share a database.
 *
 * @returns their servers and addresses, and the development account that the first created.
 */
export async function startInstances(database, folder, count) {
  const masterKey = randomBytes(32).toString('base64');
  const instances = [];
  for (let index = 0; index < count; index++) {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const dataFolder = mkdtempSync(join(folder, 'instance-'));
    const server = await MeasuredServer.start('../packages/service/dist/bundled/main.js', {
      environment: {
        ...{ PORT: String(port), DATA_DIR: dataFolder, LOG_LEVEL: 'error', RATE_LIMIT: '1000000' },
        ...{ DATABASE_URL: database.url, MASTER_KEY: masterKey, DEVELOPMENT: String(index === 0) },
        PUBLIC_URL: instances[0]?.origin ?? origin,
      },
      healthUrl: `${origin}/healthz`,
    });
    instances.push({ server, origin, dataFolder });
  }
  const { apiKey, workflows } = JSON.parse(readFileSync(join(instances[0].dataFolder, 'dev.json'), 'utf8'));
  return { instances, apiKey, workflows };
}

/** Returns the number of statements per second and instance while idle. */
export async function idleStatements(database, instanceCount, seconds) {
  // Waits until the start-up jobs have finished.
  await pause(10_000);
  const before = await database.statements();
  await pause(seconds * 1000);
  return ((await database.statements()) - before) / seconds / instanceCount;
}
