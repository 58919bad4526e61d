import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, Migrator } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from './migrations/index.ts';
import { databaseFile, type OpenDatabase, openDatabase } from './open-database.ts';
import { SqliteDialect } from './sqlite-dialect.ts';

let folder: string;
let opened: OpenDatabase | null;
const open = async () => {
  opened = await openDatabase(folder);
  return opened;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vo-db-'));
  opened = null;
});
afterEach(async () => {
  await opened?.close();
  rmSync(folder, { recursive: true, force: true });
});

type Add = (table: string, ...rows: object[]) => Promise<unknown>;

/** Makes the database as it was after a migration, and lets it be filled. */
async function layOlder(newest: string, fill: (add: Add) => Promise<unknown>) {
  const db = new Kysely<Record<string, object>>({
    dialect: new SqliteDialect({ file: databaseFile(folder), readOnly: false }),
  });
  try {
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
    }).migrateTo(newest);
    expect(error).toBeUndefined();
    await fill((table, ...rows) => db.insertInto(table).values(rows).execute());
  } finally {
    await db.destroy();
  }
}

/** An endpoint `e`, and for each of these an execution and an event of that name, and its delivery as it is told. */
async function addDeliveries(add: Add, deliveries: Readonly<Record<string, object>>, endpointTold = {}) {
  await add('accounts', { id: 'a', name: 'A', created_at: 1 });
  await add('workflows', { id: 'w', account_id: 'a', name: 'W', active: 1, version: 1, created_at: 1 });
  await add('workflow_versions', { workflow_id: 'w', version: 1, definition: '{}' });
  const empty = new Uint8Array();
  const endpoint = { id: 'e', account_id: 'a', url: 'https://shop.example', events: '[]', created_at: 1 };
  await add('webhook_endpoints', { ...endpoint, wrapped_key: empty, sealed_secret: empty, ...endpointTold });
  for (const [name, told] of Object.entries(deliveries)) {
    const mode = name === 'test' ? 'test' : 'live';
    const execution = { id: name, account_id: 'a', workflow_id: 'w', workflow_version: 1, mode };
    const begun = { status: 'PENDING', token_hash: name, session_epoch: 0, expires_at: 1, seq: 0 };
    await add('executions', { ...execution, ...begun, created_at: 1, channel: 'token', walk: '{}' });
    const event = { id: name, account_id: 'a', execution_id: name, event: 'e', sequence: 1 };
    await add('webhook_events', { ...event, emitted_at: 1, frozen: '{}' });
    const delivery = { id: `to ${name}`, event_id: name, endpoint_id: 'e', attempts: 1, created_at: 1 };
    await add('webhook_deliveries', { ...delivery, state: 'delivered', ...told });
  }
}

it('a database from before deliveries had a mode tells each by the mode of its execution', async () => {
  await layOlder('0019-hand-off-origins', (add) => addDeliveries(add, { live: {}, test: {} }));
  const { main } = await open();
  expect(await main.selectFrom('webhook_deliveries').select(['id', 'mode']).execute()).toEqual([
    { id: 'to live', mode: 'live' },
    { id: 'to test', mode: 'test' },
  ]);
});

it('a hand-off from before openers were known has none', async () => {
  await layOlder('0025-old-deliveries', async (add) => {
    await addDeliveries(add, { one: {} });
    const offer = { secret_hash: 's', pairing_code: '0815', opener_epoch: 1, expires_at: 1, silent: 0 };
    await add('hand_offs', { execution_id: 'one', ...offer });
  });
  const { main } = await open();
  const rows = await main.selectFrom('hand_offs').select(['pairing_code', 'opener_nonce_hash']).execute();
  expect(rows).toEqual([{ pairing_code: '0815', opener_nonce_hash: null }]);
});

describe.each(['0019-hand-off-origins', '0020-delivery-modes'])('a database of %s', (newest) => {
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
    layOlder(newest, async (add) => {
      await addDeliveries(add, { live: {} });
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

it('a database from before first arrivals were noted knows them by the last one, and by the log', async () => {
  const attempt = { number: 1, duration_ms: 50, request_head: '{}', response_head: null };
  await layOlder('0021-endpoint-queues', async (add) => {
    await addDeliveries(add, {
      once: { delivered_at: 1050 },
      twice: { delivered_at: 9050 },
      again: { state: 'pending' },
      never: { state: 'undelivered' },
    });
    const made = [
      ['once', 1000, null],
      ['twice', 1000, 'HTTP_500'],
      ['twice', 2000, null],
      ['twice', 9000, null],
      ['again', 3000, null],
      ['never', 4000, 'HTTP_500'],
    ] as const;
    const rows = made.map(([name, startedAt, error], index) => ({
      ...attempt,
      id: `attempt ${index}`,
      delivery_id: `to ${name}`,
      started_at: startedAt,
      error,
    }));
    await add('webhook_attempts', ...rows);
  });
  const { main } = await open();
  const arrivals = main.selectFrom('webhook_deliveries').select(['id', 'first_delivered_at as at']);
  expect(await arrivals.execute()).toEqual([
    { id: 'to once', at: 1050 },
    { id: 'to twice', at: 2050 },
    { id: 'to again', at: 3050 },
    { id: 'to never', at: null },
  ]);
});

it.each([
  [
    'is failing, knows its last failure by the log',
    { failing_since: 500 },
    { at: 3050, since: 500, relapse: 500 },
  ],
  ['does well, knows none', {}, { at: null, since: null, relapse: null }],
])('an endpoint from before last failures were noted that %s', async (_, told, known) => {
  await layOlder('0022-first-arrivals', async (add) => {
    await addDeliveries(add, { one: {}, two: {} }, told);
    const attempt = { number: 1, duration_ms: 50, request_head: '{}', response_head: null };
    const made = [
      ['one', 1000, 'HTTP_500'],
      ['two', 3000, 'TIMEOUT'],
      ['one', 2000, 'HTTP_500'],
      ['one', 4000, null],
    ] as const;
    const rows = made.map(([name, startedAt, error], index) => ({
      ...attempt,
      id: `attempt ${index}`,
      delivery_id: `to ${name}`,
      started_at: startedAt,
      error,
    }));
    await add('webhook_attempts', ...rows);
  });
  const { main } = await open();
  const columns = ['failed_at as at', 'failing_since as since', 'relapsed_at as relapse'] as const;
  expect(await main.selectFrom('webhook_endpoints').select(columns).execute()).toEqual([known]);
});
