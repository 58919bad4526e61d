// PostgreSQL databases with many executions, copied from filled data folders, on a server that is deleted at the end.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openData } from '../packages/service/dist/db/opening/open-data.js';
import { startPostgres } from '../scripts/postgres-server.mjs';
import { copyDatabase } from './copy-database.mjs';
import { dataPlaceOf, reopenService, vaultOf } from './grown-service.mjs';
import { cpuOfServer } from './process-tree.mjs';
import { SharedDatabase } from './shared-database.mjs';

/** Databases of one measurement, on one server. */
export class FilledDatabases {
  #server;
  #parent = mkdtempSync(join(tmpdir(), 'vo-filled-'));
  #opened = [];

  /** Starts a server with PostgreSQL's default durability. */
  static async start() {
    const databases = new FilledDatabases();
    databases.#server = await startPostgres({ isDurable: true });
    return databases;
  }

  /**
   * Copies the rows of a filled folder that no service uses, and starts the service on the copy.
   *
   * @param grown - the service that used the folder, as `growService` returns it.
   */
  async open({ folder: filled, count, workflowId, done, webhookKey }) {
    const began = performance.now();
    const database = await SharedDatabase.create(this.#server.url);
    await copyDatabase(filled, database.url);
    const megabytes = await megabytesOf(database.url);
    const fillSeconds = (performance.now() - began) / 1000;
    console.log(`${count} executions in PostgreSQL after ${fillSeconds.toFixed(0)} s`);
    const folder = join(this.#parent, `runs-${count}`);
    mkdirSync(folder);
    const place = { folder, databaseUrl: database.url, masterKeyFile: join(filled, 'master.key') };
    // Assigns the folder to the database, so that commands find the database through it.
    await (await openData(dataPlaceOf(place), vaultOf(place))).close();
    const service = await reopenService(place, { count, megabytes, workflowId, done, webhookKey });
    const opened = {
      ...service,
      fillSeconds,
      databaseCpuMs: () => cpuOfServer(this.#server.pid),
      /** Statements of the database with the highest total time, after a measurement. */
      slowest: () => database.slowest(),
    };
    this.#opened.push({ server: service.server, database });
    return opened;
  }

  /** Stops services and server, and removes the data. */
  async close() {
    for (const { server, database } of this.#opened) {
      await server.stop();
      await database.close();
    }
    this.#server.stop();
    rmSync(this.#parent, { recursive: true, force: true });
  }
}

async function megabytesOf(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_database_size(current_database())::float8 / 1e6 as size');
  await client.end();
  return rows[0].size;
}
