import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import express from 'express';
import { readDelivery, serviceUrl, startExecution } from './orchestration.js';
import { keepVerification, recordStatus, verificationOf } from './verifications.js';

const built = new URL('../dist/', import.meta.url);

/** Policy from the SDK's README, plus what this page needs: its own style sheet and backend. */
const policy = (nonce) => `default-src 'none';
  script-src 'nonce-${nonce}' 'strict-dynamic';
  style-src 'nonce-${nonce}' 'self';
  img-src blob: data:;
  worker-src blob:;
  connect-src 'self' ${serviceUrl};
  base-uri 'none'; form-action 'none'; frame-ancestors 'none';
  require-trusted-types-for 'script';
  trusted-types vendor-orchestration`;

/** Identifies the user. Stands in for your login: here, a user is just a random cookie. */
function userOf(request) {
  return /(?:^|; )user=([\w-]{36})(?:;|$)/.exec(request.get('cookie') ?? '')?.[1] ?? null;
}

const app = express().disable('x-powered-by');

app.get('/', async (request, response) => {
  const nonce = randomBytes(16).toString('base64');
  const html = await readFile(new URL('index.html', built), 'utf8');
  if (!userOf(request)) response.cookie('user', randomUUID(), { httpOnly: true, sameSite: 'lax' });
  response
    .set({
      'content-security-policy': policy(nonce).replace(/\s+/g, ' '),
      'permissions-policy': 'camera=(self)',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('html')
    .send(html.replaceAll('{{nonce}}', nonce));
});

app.use('/assets', express.static(new URL('assets', built).pathname, { immutable: true, maxAge: '1y' }));

/** Returns the status of the user's verification, as reported by webhook. */
app.get('/api/verification', (request, response) => {
  response
    .set('cache-control', 'no-store')
    .json({ status: verificationOf(userOf(request))?.status ?? 'NONE' });
});

/** Returns a token for the page: the same one while the verification is under way, so that a reload resumes it. */
app.post('/api/verification', express.json({ limit: '1kb' }), async (request, response) => {
  const userId = userOf(request);
  // A form on another site can send neither JSON nor, thanks to SameSite, the cookie.
  if (!userId || !request.is('application/json')) return response.sendStatus(403);
  const known = verificationOf(userId);
  if (request.body.anew || known?.status !== 'PENDING')
    keepVerification(userId, await startExecution(userId));
  response.set('cache-control', 'no-store').json({ token: verificationOf(userId).token });
});

/** Reads bytes, because the signature covers the body as it was sent. */
app.post('/webhooks', express.text({ type: '*/*', limit: '1mb' }), (request, response) => {
  const delivery = readDelivery(request.body, request.headers);
  if (delivery) recordStatus(delivery);
  response.sendStatus(delivery ? 204 : 400);
});

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`http://localhost:${server.address().port}`);
});
