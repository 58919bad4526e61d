import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrations } from '../src/db/migrations/index.ts';
import { databaseFile } from '../src/db/opening/open-database.ts';
import { releasedMigrations, rewriteAsEarlier } from '../testing/earlier-data.ts';
import { operate } from './operate.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { jpegOf } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const earlier = releasedMigrations['0.2.0'];
const stopper = new URL('./stop-at-statement.mjs', import.meta.url).href;
const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
/** Number of executions that end before the upgrade. */
const ended = 3;

let home: string;
let receiver: WebhookReceiver;
/** Service whose folder is of version 0.2.0, with data in every table that executions need. */
let origin: ServiceProcess;
/** Ids of the ended executions; `waiting` is an execution with an uploaded picture. */
let ids: string[];
let waiting: { executionId: string; sessionKey: string; digest: string };
let statuses: string[];
let before: Rows;
/** Columns of the earlier version, by table. */
let columns: Readonly<Record<string, readonly string[]>> | undefined;
/** All statements of an undisturbed upgrade. */
let statements: string[];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vo-migrations-'));
  receiver = await WebhookReceiver.open();
  origin = await ServiceProcess.create(receiver.port);
  await origin.start();
  receiver.secret = origin.development.webhookSecret;
  const client = new ServiceClient(origin);
  ids = [];
  for (let count = 0; count < ended; count += 1)
    ids.push((await client.start('E-mail and phone', inputs)).executionId);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(ended), { timeout: 60_000 });
  await client.decide(ids[0]!, { status: 'DECLINED' });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(ended + 1), { timeout: 60_000 });
  statuses = await statusesOf(client);
  const { executionId, token } = await client.start('Identity document', { user_id: 'u' });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  waiting = { executionId, sessionKey, digest: await client.putFront(sessionKey, 1, jpegOf(20_000)) };
  await origin.stop();
  await rewriteAsEarlier(origin.folder, earlier);
  before = rowsIn(origin.folder);
  statements = await listStatements();
});
afterAll(async () => {
  await origin.remove();
  receiver.close();
  rmSync(home, { recursive: true, force: true });
});

const statusesOf = (client: ServiceClient) =>
  Promise.all(ids.map(async (id) => (await client.read(id)).status));

/** Rows by table. */
type Rows = Readonly<Record<string, readonly string[]>>;

/** Columns that every start or read may change. */
const usageColumns = ['last_used_at'];

/** Reads the rows of each table with the columns of the earlier version, without those that every start changes. */
function rowsIn(folder: string): Rows {
  const database = new DatabaseSync(databaseFile(folder), { readOnly: true });
  try {
    const rowsOf = (sql: string) => database.prepare(sql).all() as Record<string, unknown>[];
    columns ??= Object.fromEntries(
      rowsOf("select name from sqlite_master where type = 'table'")
        .map(({ name }) => String(name))
        .filter((name) => !/^(kysely|sqlite)_/.test(name))
        .map((table) => [table, rowsOf(`pragma table_info("${table}")`).map(({ name }) => String(name))]),
    );
    return Object.fromEntries(
      Object.entries(columns).map(([table, names]) => [
        table,
        rowsOf(`select * from "${table}"`)
          .filter(({ kind }) => table !== 'jobs' || kind !== 'housekeep')
          .map((row) =>
            JSON.stringify(
              names.filter((name) => !usageColumns.includes(name)).map((name) => [name, row[name]]),
            ),
          )
          .sort(),
      ]),
    );
  } finally {
    database.close();
  }
}

function migrationsOf(folder: string): string[] {
  const database = new DatabaseSync(databaseFile(folder), { readOnly: true });
  try {
    const rows = database.prepare('select name from kysely_migration order by name').all();
    return (rows as { name: string }[]).map(({ name }) => name);
  } finally {
    database.close();
  }
}

/** Creates a service on a copy of the folder. */
async function copyService(): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(home, 'copy-'));
  cpSync(origin.folder, folder, { recursive: true });
  return ServiceProcess.create(receiver.port, folder);
}

const stopAt = (at: string) => ({ NODE_OPTIONS: `--import=${stopper}`, STOP_AT: at, STOP_BY: 'SIGKILL' });

/** Lists the statements of an undisturbed start, until the search hashes of earlier executions are stored. */
async function listStatements(): Promise<string[]> {
  const service = await copyService();
  service.settings = stopAt('no statement');
  await service.start();
  await vi.waitFor(() => expect(service.log).toContain('"chore":"search-hashes"'), { timeout: 60_000 });
  await service.stop();
  return service.log
    .split('\n')
    .filter((line) => line.startsWith('{"sql":'))
    .map((line) => (JSON.parse(line) as { sql: string }).sql);
}

const seals = /^\s*update executions set state_mac/;
const hashes = /^\s*insert into search_hashes/;
const after = (first: RegExp, then: RegExp) => (all: readonly string[]) => {
  const from = all.findIndex((sql) => first.test(sql));
  return from === -1 ? -1 : all.findIndex((sql, place) => place > from && then.test(sql));
};
const nth = (pattern: RegExp, count: number) => (all: readonly string[]) =>
  all.flatMap((sql, place) => (pattern.test(sql) ? [place] : []))[count - 1] ?? -1;

/** Moments of an upgrade, with the statement before which the process is killed. */
const moments: readonly [moment: string, find: (all: readonly string[]) => number][] = [
  ['before its first migration', nth(/^create table "redirect_schemes"/, 1)],
  ['before the audit trail refuses changes', nth(/create trigger "audit_events_refuse_update"/, 1)],
  ['before it records that earlier executions have no hashes', nth(/insert into search_progress/, 1)],
  ['before the migrations are committed', after(/"executions_to_decide"/, /^commit$/)],
  ['after the migrations were committed', after(/"executions_to_decide"/, /^after commit$/)],
  ['before earlier executions are sealed', nth(seals, 1)],
  ['after earlier executions were sealed', after(seals, /^after commit$/)],
  ['before it records that all are sealed', after(seals, /^insert into "audit_events"/)],
  ['before the first checkpoint', nth(/^\s*(insert|replace)[^(]*audit_checkpoints/, 1)],
  ['between the hashes of two executions', nth(hashes, 2)],
  ['after hashes were stored', after(hashes, /^after commit$/)],
];

describe('upgrade from 0.2.0', () => {
  it.each(moments)(
    'loses nothing if an upgrade from 0.2.0 is killed %s, and completes it at the next start',
    async (_moment, find) => {
      const place = find(statements);
      expect(place).toBeGreaterThan(0);
      const service = await copyService();
      try {
        service.settings = stopAt(`statement ${place + 1}`);
        const [code, signal] = await once(service.spawn(), 'exit');
        expect([code, signal], service.log).toEqual([null, 'SIGKILL']);
        expect(rowsIn(service.folder)).toEqual(before);
        // Migrations are committed all together or not at all.
        expect([earlier, Object.keys(migrations)]).toContainEqual(migrationsOf(service.folder));

        service.settings = {};
        service.log = '';
        await service.start();
        await expectWhole(service);
        await service.stop();
        expect(service.log).not.toMatch(/"level":"error"/);
      } finally {
        await service.kill();
      }
    },
  );
});

async function expectWhole(service: ServiceProcess): Promise<void> {
  const { folder } = service;
  expect(migrationsOf(folder)).toEqual(Object.keys(migrations));
  expect(rowsIn(folder)).toEqual(before);
  expect(await operate(folder, 'audit verify')).toMatchObject({ isGood: true, executions: ended + 1 });
  await vi.waitFor(
    async () => {
      const found = await operate<{ id: string }[]>(folder, `execution find --email ${inputs.email}`);
      expect(found.map(({ id }) => id).sort()).toEqual([...ids].sort());
    },
    { timeout: 60_000, interval: 200 },
  );
  const client = new ServiceClient(service);
  expect(await statusesOf(client)).toEqual(statuses);
  // The session of the user still works, and the uploaded picture still exists.
  const { sessionKey, digest } = waiting;
  await client.submitPassport(sessionKey, 1, digest);
}
