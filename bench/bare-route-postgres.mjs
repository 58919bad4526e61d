// The least a service can do for the same promise on PostgreSQL: a Hono route that stores a start as one row, whose commit waits
// for the disk, and answers the same shape. Run as a process of its own:
//
//   node bare-route-postgres.mjs <port> <URL of the database>
import { randomBytes, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

const [port, url] = process.argv.slice(2);
const hour = 3_600_000;
// As many connections as a service writes by.
const pool = new pg.Pool({ connectionString: url, max: 10 });
await pool.query('create table if not exists bare_starts (id text primary key, body text not null)');

const app = new Hono();
app.post('/start', async (context) => {
  const body = await context.req.json();
  const id = randomUUID();
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  const values = [id, JSON.stringify({ ...body, now })];
  await pool.query({ name: 'start', text: 'insert into bare_starts values ($1, $2)', values });
  const expiresAt = new Date(now + hour).toISOString();
  return context.json({ data: { executionId: id, token, expiresAt, requiresClientInit: true } });
});
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
