// The least a service can do for the same promise: a Hono route that stores a start durably and answers the same shape, with
// no keys, no validation and no encryption. Run as a process of its own:
//
//   node bare-route.mjs <port> <file> one|same alone|shared
//
// one: one row holds it all; same: the rows, columns and indexes of the service. alone: each request commits for itself;
// shared: requests that come together share a commit, as the service's do.
import { randomBytes, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { DatabaseSync } from '@photostructure/sqlite';
import { Hono } from 'hono';

const [port, file, rows, commits] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('pragma journal_mode = wal; pragma synchronous = full;');
database.exec(`
  create table starts (id text primary key, body text not null) without rowid;
  create table executions (
    id text primary key not null, account_id text not null, workflow_id text not null,
    workflow_version integer not null, mode text not null, status text not null,
    token_hash text not null unique, session_nonce_hash text, session_epoch integer not null,
    expires_at bigint not null, begun_at bigint, deadline_at bigint, created_at bigint not null,
    finished_at bigint, data_purged_at bigint, wrapped_key blob, sealed_inputs blob, sealed_ip blob,
    platform text, seq integer not null, walk text not null, channel text not null, sealed_redirects blob);
  create table jobs (
    id text primary key not null, kind text not null, subject_id text not null, lane text, payload text,
    due_at bigint not null, lease_until bigint, lease_token text, tries integer not null,
    max_tries integer not null, created_at bigint not null, failed_at bigint, last_error text,
    cut_offs integer not null);
  create index jobs_due on jobs (kind, due_at, lane) where failed_at is null;
  create index jobs_by_subject on jobs (subject_id, kind);
`);
const parameters = (count) => Array(count).fill('?').join(', ');
const insertStart = database.prepare('insert into starts values (?, ?)');
const insertExecution = database.prepare(`insert into executions values (${parameters(23)})`);
const insertJob = database.prepare(`insert into jobs values (${parameters(14)})`);

const account = randomUUID();
const hour = 3_600_000;
const store = {
  one: (id, _token, now, body) => insertStart.run(id, JSON.stringify({ ...body, now })),
  same: (id, token, now, { workflowId, inputs }) => {
    const sealed = Buffer.from(JSON.stringify(inputs));
    const walk = '{"at":"document","awaiting":"user","attempt":1,"reasons":[],"chosen":null,"decided":[]}';
    insertExecution.run(
      ...[id, account, workflowId, 1, 'test', 'PENDING', token, null, 0, now + hour, null, null, now],
      ...[null, null, randomBytes(69), sealed, null, null, 0, walk, 'token', null],
    );
    insertJob.run(
      ...[randomUUID(), 'expire', id, null, null, now + hour, null, null, 0, 1000, now, null, null, 0],
    );
  },
}[rows];

let group = null;
const keep = {
  alone: (work) => {
    database.exec('begin immediate');
    work();
    database.exec('commit');
  },
  shared: (work) => {
    if (!group) {
      database.exec('begin immediate');
      group = new Promise((resolve) => {
        setImmediate(() => {
          group = null;
          database.exec('commit');
          resolve();
        });
      });
    }
    const kept = group;
    work();
    return kept;
  },
}[commits];

const app = new Hono();
app.post('/start', async (context) => {
  const body = await context.req.json();
  const id = randomUUID();
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  await keep(() => store(id, token, now, body));
  const expiresAt = new Date(now + hour).toISOString();
  return context.json({ data: { executionId: id, token, expiresAt, requiresClientInit: true } });
});
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
