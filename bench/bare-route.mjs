// The least a service can do for the same promise: a Hono route that stores the same rows durably and answers the same
// shape, with no keys, no validation and no encryption. Run as a process of its own: node bare-route.mjs <port> <file>.
import { randomBytes, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { DatabaseSync } from '@photostructure/sqlite';
import { Hono } from 'hono';

const [port, file] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('pragma journal_mode = wal; pragma synchronous = full;');
database.exec(`
  create table executions (id text primary key, token_hash text unique, created_at integer, expires_at integer,
    wrapped_key blob, sealed_inputs blob, walk text);
  create table jobs (id text primary key, kind text, subject_id text, due_at integer);
  create index jobs_due on jobs (due_at);
`);
const insertExecution = database.prepare('insert into executions values (?, ?, ?, ?, ?, ?, ?)');
const insertJob = database.prepare('insert into jobs values (?, ?, ?, ?)');

const app = new Hono();
app.post('/start', async (context) => {
  const { inputs } = await context.req.json();
  const id = randomUUID();
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  database.exec('begin immediate');
  insertExecution.run(
    id,
    token,
    now,
    now + 3_600_000,
    randomBytes(69),
    Buffer.from(JSON.stringify(inputs)),
    '{}',
  );
  insertJob.run(randomUUID(), 'expire', id, now + 3_600_000);
  database.exec('commit');
  return context.json({ data: { executionId: id, token, expiresAt: new Date(now).toISOString() } });
});
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
