import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../src/cli/run-command.ts';
import { systemClock } from '../src/clock.ts';
import { createEmptyTestDatabase, dropTestDatabase } from '../testing/open-test-database.ts';
import { hasPooler, Pooler } from '../testing/pooler.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';

const key = randomBytes(32).toString('base64');
let url: string;
let folder: string;
let settings: Record<string, string>;

beforeEach(async () => {
  url = (await createEmptyTestDatabase()) ?? '';
  folder = mkdtempSync(join(tmpdir(), 'vo-refused-'));
  settings = { DATA_DIR: folder, DATABASE_URL: url, MASTER_KEY: key };
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await dropTestDatabase(url);
});

async function query(text: string, database = url): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** Runs a command. @returns its exit code and its output, each remedy after its cause. */
async function run(typed: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const write = (more: string) => {
    text += more;
    return true;
  };
  const code = await runCommand(typed, {
    variables: settings,
    clock: systemClock,
    input: Readable.from([]),
    say: write,
    complain: write,
    stopped: () => new AbortController().signal,
  });
  // Doctor prints the remedy on a separate line.
  return { code, text: text.replaceAll(/\n\s+→/g, '') };
}

const createAccount = () => run(['account', 'create', '--name', 'A shop']);

/** Expects a start, a command and doctor to refuse with these words, without writing anything. */
async function expectRefused(words: RegExp): Promise<void> {
  const tables = async () =>
    (await query("select count(*)::int as count from pg_tables where schemaname = 'public'")).rows;
  const before = [await tables(), readdirSync(folder).sort()];
  expect(await createAccount()).toMatchObject({ code: 1, text: expect.stringMatching(words) });
  expect(await run(['doctor'])).toMatchObject({ code: 1, text: expect.stringMatching(words) });
  const service = await ServiceProcess.create(undefined, folder);
  try {
    service.settings = settings;
    await expect(service.start()).rejects.toThrow(words);
  } finally {
    await service.kill();
    if (service.databaseUrl !== null) await dropTestDatabase(service.databaseUrl);
  }
  expect([await tables(), readdirSync(folder).sort()]).toEqual(before);
}

describe('unusable database', () => {
  it('refuses an address at which no server answers', async () => {
    settings.DATABASE_URL = 'postgres://suites:canary@127.0.0.1:1/orchestration';
    await expectRefused(/The database orchestration at 127\.0\.0\.1:1 cannot be reached: ECONNREFUSED\./);
  });

  it('refuses the database of another folder, and the folder of another database', async () => {
    expect((await createAccount()).code).toBe(0);
    const other = (await createEmptyTestDatabase()) ?? '';
    settings.DATABASE_URL = other;
    await expectRefused(/is not the one that .* belongs to\. Set DATABASE_URL to that database/);
    await dropTestDatabase(other);
  });

  it('refuses a database that was encrypted with another master key', async () => {
    expect((await createAccount()).code).toBe(0);
    const fresh = join(folder, 'fresh');
    mkdirSync(fresh);
    Object.assign(settings, { DATA_DIR: fresh, MASTER_KEY: randomBytes(32).toString('base64') });
    await expectRefused(/is encrypted with another master key: it belongs to another installation/);
    expect(readdirSync(fresh)).toEqual([]);
  });

  it('refuses PostgreSQL if the data is in SQLite, and SQLite if it is in PostgreSQL', async () => {
    writeFileSync(join(folder, 'service.db'), '');
    await expectRefused(/has data in SQLite, and DATABASE_URL names a PostgreSQL database/);
    rmSync(join(folder, 'service.db'));
    expect((await createAccount()).code).toBe(0);
    settings.DATABASE_URL = '';
    await expectRefused(/The data of .* is in a PostgreSQL database\. Set DATABASE_URL/);
  });

  it('refuses a command on an older database until it is migrated', async () => {
    expect((await createAccount()).code).toBe(0);
    await query("delete from kysely_migration where name = '0024-installations'");
    const { code, text } = await run(['account', 'list']);
    expect({ code, text }).toMatchObject({
      code: 1,
      text: expect.stringContaining('Migrate it first: orchestration migrate'),
    });
  });

  it('refuses backup and restore, and names the PostgreSQL tools for them', async () => {
    expect((await createAccount()).code).toBe(0);
    for (const command of ['backup', 'restore'])
      expect(await run([command, join(folder, 'x.tar')])).toMatchObject({
        code: 1,
        text: expect.stringMatching(/pg_(dump|restore)/),
      });
  });
});

describe.runIf(hasPooler)('pooler in front of the database', () => {
  it('refuses a pooler that may give each statement another connection', async () => {
    const pooler = await Pooler.open(url, 'statement');
    settings.DATABASE_URL = pooler.url;
    await expectRefused(/is behind a pooler that uses another connection for each statement/);
    await pooler.close();
  });

  it('serves behind a pooler that keeps a connection for a transaction', async () => {
    const service = await ServiceProcess.create();
    const pooler = await Pooler.open(service.databaseUrl ?? '', 'transaction');
    try {
      service.settings = { DATABASE_URL: pooler.url };
      await service.start();
      const client = new ServiceClient(service);
      const person = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
      const ids = await Promise.all(
        Array.from({ length: 30 }, async () => (await client.start('E-mail and phone', person)).executionId),
      );
      for (const id of ids)
        await expect
          .poll(async () => (await client.read(id)).status, { timeout: 60_000 })
          .not.toBe('PENDING');
    } finally {
      await service.remove();
      await pooler.close();
    }
  });
});
