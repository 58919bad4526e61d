// Minimal service with the same durability: a Hono route that stores a start durably and replies with the same shape, without
// keys, validation and encryption. Runs as a separate process:
//
//   node bare-route.mjs <port> <file> one|same alone|shared <database of a service>
//
// one: stores everything in one row; same: stores the rows of the service, in its tables with their indexes. alone: commits
// each request separately; shared: concurrent requests share a commit, as in the service.
import { randomBytes, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { DatabaseSync } from '@photostructure/sqlite';
import { Hono } from 'hono';

const [port, file, rows, commits, serviceFile] = process.argv.slice(2);
// The tables to which the rows of a start refer do not exist.
const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
database.exec('pragma journal_mode = wal; pragma synchronous = full;');

const account = randomUUID();
const hour = 3_600_000;
const walk = '{"at":"document","awaiting":"user","attempt":1,"reasons":[],"chosen":null,"decided":[]}';
const randomHex = () => randomBytes(32).toString('hex');

const store = { one: storeOneRow, same: storeSameRows }[rows]();

function storeOneRow() {
  database.exec('create table starts (id text primary key, body text not null) without rowid');
  const insert = database.prepare('insert into starts values (?, ?)');
  return (id, _token, now, body) => insert.run(id, JSON.stringify({ ...body, now }));
}

function storeSameRows() {
  copyTables(['executions', 'jobs', 'search_hashes', 'audit_events']);
  const insertions = new Map();
  const insert = (table, row) => {
    const names = Object.keys(row);
    if (!insertions.has(table)) {
      const places = names.map(() => '?').join();
      insertions.set(table, database.prepare(`insert into ${table} (${names.join()}) values (${places})`));
    }
    insertions.get(table).run(...Object.values(row));
  };
  let events = 0;
  return (id, token, now, { workflowId, inputs }) => {
    insert('executions', {
      ...{ id, account_id: account, workflow_id: workflowId, workflow_version: 1, mode: 'test' },
      ...{ channel: 'token', status: 'PENDING', walk, seq: 0, token_hash: token, session_epoch: 0 },
      ...{ created_at: now, expires_at: now + hour, wrapped_key: randomBytes(69) },
      ...{ sealed_inputs: Buffer.from(JSON.stringify(inputs)), state_mac: randomHex() + randomHex() },
    });
    for (const kind of Object.keys(inputs))
      insert('search_hashes', { hash: randomHex().slice(0, 16), created_at: now, execution_id: id, kind });
    insert('jobs', {
      ...{ id: randomUUID(), kind: 'expire', subject_id: id, due_at: now + hour, tries: 0 },
      ...{ max_tries: 1000, cut_offs: 0, created_at: now },
    });
    insert('audit_events', {
      ...{ chain: account, seq: ++events, at: now, actor_kind: 'key', actor_id: 'bench' },
      ...{ act: 'execution.start', subject_kind: 'execution', subject_id: id, mode: 'test' },
      ...{ changes: JSON.stringify({ workflow: workflowId, version: 1, channel: 'token' }) },
      ...{ execution_seq: 0, previous: randomHex(), hash: randomHex() },
    });
  };
}

/** Creates the tables of a service with their indexes and triggers. */
function copyTables(names) {
  const service = new DatabaseSync(serviceFile, { readOnly: true });
  const schema = service
    .prepare(
      `select sql from sqlite_master where tbl_name in (${names.map(() => '?').join()}) and sql is not null
       order by type = 'table' desc`,
    )
    .all(...names);
  service.close();
  for (const { sql } of schema) database.exec(sql);
}

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
