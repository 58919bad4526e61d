// Minimal Hono route that stores a start durably on PostgreSQL and returns the same shape, without keys, validation, encryption
// or seals. Run as a separate process:
//
//   node bare-route-postgres.mjs <port> <database URL of a service> one|same
//
// one: a single row holds everything; same: the rows of the service, in copies of its tables, in one transaction per request.
import { randomBytes, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

const [port, url, rows] = process.argv.slice(2);
const hour = 3_600_000;
// As many connections as the service has for writing.
const pool = new pg.Pool({ connectionString: url, max: 10, options: `-c search_path=bare_${rows}` });
await pool.query(`create schema bare_${rows}`);

const account = randomUUID();
const walk = '{"at":"document","awaiting":"user","attempt":1,"reasons":[],"chosen":null,"decided":[]}';
const randomHex = () => randomBytes(32).toString('hex');

const store = await { one: storeOneRow, same: storeSameRows }[rows]();

async function storeOneRow() {
  await pool.query('create table starts (id text primary key, body text not null)');
  return (id, _token, now, body) =>
    pool.query({
      ...{ name: 'start', text: 'insert into starts values ($1, $2)' },
      values: [id, JSON.stringify({ ...body, now })],
    });
}

async function storeSameRows() {
  for (const table of ['executions', 'jobs', 'search_hashes', 'audit_events'])
    await pool.query(`create table ${table} (like public.${table} including all)`);
  const insert = (client, table, row) => {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`).join();
    const text = `insert into ${table} (${names.join()}) values (${places})`;
    return client.query({ name: table, text, values: Object.values(row) });
  };
  let events = 0;
  return async (id, token, now, { workflowId, inputs }) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await insert(client, 'executions', {
        ...{ id, account_id: account, workflow_id: workflowId, workflow_version: 1, mode: 'test' },
        ...{ channel: 'token', status: 'PENDING', walk, seq: 0, token_hash: token, session_epoch: 0 },
        ...{ created_at: now, expires_at: now + hour, wrapped_key: randomBytes(69) },
        ...{ sealed_inputs: Buffer.from(JSON.stringify(inputs)), state_mac: randomHex() + randomHex() },
      });
      for (const kind of Object.keys(inputs))
        await insert(client, 'search_hashes', {
          ...{ hash: randomHex().slice(0, 16), created_at: now, execution_id: id, kind },
        });
      await insert(client, 'jobs', {
        ...{ id: randomUUID(), kind: 'expire', subject_id: id, due_at: now + hour, tries: 0 },
        ...{ max_tries: 1000, cut_offs: 0, created_at: now },
      });
      await insert(client, 'audit_events', {
        ...{ chain: account, seq: ++events, at: now, actor_kind: 'key', actor_id: 'bench' },
        ...{ act: 'execution.start', subject_kind: 'execution', subject_id: id, mode: 'test' },
        ...{ changes: JSON.stringify({ workflow: workflowId, version: 1, channel: 'token' }) },
        ...{ execution_seq: 0, previous: randomHex(), hash: randomHex() },
      });
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}

const app = new Hono();
app.post('/start', async (context) => {
  const body = await context.req.json();
  const id = randomUUID();
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  await store(id, token, now, body);
  const expiresAt = new Date(now + hour).toISOString();
  return context.json({ data: { executionId: id, token, expiresAt, requiresClientInit: true } });
});
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
