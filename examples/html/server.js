import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { readDelivery, serviceUrl, startExecution } from './orchestration.js';
import { keepVerification, recordStatus, verificationOf } from './verifications.js';

const file = (name) => readFile(new URL(`page/${name}`, import.meta.url), 'utf8');

/** Policy from the SDK's README, plus what this page needs: its own style sheet and backend. */
const policy = (nonce) => `default-src 'none';
  script-src 'nonce-${nonce}' 'strict-dynamic' ${serviceUrl};
  style-src 'nonce-${nonce}' 'self';
  img-src blob: data:;
  worker-src blob:;
  connect-src 'self' ${serviceUrl};
  base-uri 'none'; form-action 'none'; frame-ancestors 'none';
  require-trusted-types-for 'script';
  trusted-types vendor-orchestration`;

/** Maximum size of a body, because anybody can send one; deliveries are smaller. */
const limitBytes = 1024 * 1024;

/** Reads the body of a request as text; null if it exceeds the limit, with the rest discarded. */
async function textOf(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length <= limitBytes) parts.push(part);
  }
  return length <= limitBytes ? Buffer.concat(parts).toString('utf8') : null;
}

/** Identifies the user. Stands in for your login: here, a user is just a random cookie. */
function userOf(request) {
  return /(?:^|; )user=([\w-]{36})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1] ?? null;
}

const routes = {
  async 'GET /'(request) {
    const nonce = randomBytes(16).toString('base64');
    const html = (await file('index.html'))
      .replaceAll('{{nonce}}', nonce)
      .replaceAll('{{service}}', serviceUrl);
    return {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(nonce).replace(/\s+/g, ' '),
        'permissions-policy': 'camera=(self)',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        ...(userOf(request) ? {} : { 'set-cookie': `user=${randomUUID()}; Path=/; HttpOnly; SameSite=Lax` }),
      },
      body: html,
    };
  },

  async 'GET /styles.css'() {
    return { headers: { 'content-type': 'text/css; charset=utf-8' }, body: await file('styles.css') };
  },

  async 'GET /verify.js'() {
    return { headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: await file('verify.js') };
  },

  /** Returns the status of the user's verification, as reported by webhook. */
  async 'GET /api/verification'(request) {
    return json({ status: verificationOf(userOf(request))?.status ?? 'NONE' });
  },

  /** Returns a token for the page: the same one while the verification is under way, so that a reload resumes it. */
  async 'POST /api/verification'(request) {
    const userId = userOf(request);
    // A form on another site can send neither this type nor, thanks to SameSite, the cookie.
    if (!userId || request.headers['content-type'] !== 'application/json') return json({}, 403);
    const body = await textOf(request);
    if (body === null) return json({}, 413);
    const { anew } = JSON.parse(body);
    const known = verificationOf(userId);
    if (anew || known?.status !== 'PENDING') keepVerification(userId, await startExecution(userId));
    return json({ token: verificationOf(userId).token });
  },

  async 'POST /webhooks'(request) {
    const body = await textOf(request);
    if (body === null) return json({}, 413);
    const delivery = readDelivery(body, request.headers);
    if (!delivery) return json({}, 400);
    recordStatus(delivery);
    return { status: 204, headers: {}, body: '' };
  },
};

function json(value, status = 200) {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { status, headers, body: JSON.stringify(value) };
}

const server = createServer(async (request, response) => {
  try {
    const { pathname } = new URL(request.url, 'http://localhost');
    const route = routes[`${request.method} ${pathname}`];
    const { status = 200, headers, body } = route ? await route(request) : json({}, 404);
    response.writeHead(status, headers).end(body);
  } catch (error) {
    console.error(error);
    response.writeHead(502).end();
  }
});
server.listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`http://localhost:${server.address().port}`);
});
