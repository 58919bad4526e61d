import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { readDelivery, serviceUrl, startExecution } from './orchestration.js';
import { keepVerification, recordStatus, verificationOf } from './verifications.js';

const built = new URL('../dist/', import.meta.url);

/** Policy from the SDK's README, plus what this page needs: its own style sheet and backend, and Vue's own policy. */
const policy = (nonce) => `default-src 'none';
  script-src 'nonce-${nonce}' 'strict-dynamic';
  style-src 'nonce-${nonce}' 'self';
  img-src blob: data:;
  worker-src blob:;
  connect-src 'self' ${serviceUrl};
  base-uri 'none'; form-action 'none'; frame-ancestors 'none';
  require-trusted-types-for 'script';
  trusted-types vendor-orchestration vue`;

/** Identifies the user. Stands in for your login: here, a user is just a random cookie. */
const userOf = (c) => getCookie(c, 'user') ?? null;

const app = new Hono();

app.get('/', async (c) => {
  const nonce = randomBytes(16).toString('base64');
  const html = await readFile(new URL('index.html', built), 'utf8');
  if (!userOf(c)) setCookie(c, 'user', randomUUID(), { httpOnly: true, sameSite: 'Lax', path: '/' });
  return c.html(html.replaceAll('{{nonce}}', nonce), 200, {
    'content-security-policy': policy(nonce).replace(/\s+/g, ' '),
    'permissions-policy': 'camera=(self)',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
});

app.use('/assets/*', serveStatic({ root: fileURLToPath(built) }));

app.use('/api/*', async (c, next) => {
  await next();
  c.header('cache-control', 'no-store');
});

/** Returns the status of the user's verification, as reported by webhook. */
app.get('/api/verification', (c) => c.json({ status: verificationOf(userOf(c))?.status ?? 'NONE' }));

/** Returns a token for the page: the same one while the verification is under way, so that a reload resumes it. */
app.post('/api/verification', bodyLimit({ maxSize: 1024 }), async (c) => {
  const userId = userOf(c);
  // A form on another site can send neither this type nor, thanks to SameSite, the cookie.
  if (!userId || c.req.header('content-type') !== 'application/json') return c.body(null, 403);
  const { anew } = await c.req.json();
  const known = verificationOf(userId);
  if (anew || known?.status !== 'PENDING') keepVerification(userId, await startExecution(userId));
  return c.json({ token: verificationOf(userId).token });
});

/** Reads text instead of JSON, because the signature covers the body as it was sent. */
app.post('/webhooks', bodyLimit({ maxSize: 1024 * 1024 }), async (c) => {
  const delivery = readDelivery(await c.req.text(), c.req.header());
  if (delivery) recordStatus(delivery);
  return c.body(null, delivery ? 204 : 400);
});

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) => {
  console.log(`http://localhost:${port}`);
});
