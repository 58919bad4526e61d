// A receiver of webhooks in one file of plain Node: it verifies, deduplicates by id and orders by sequence.
//   WEBHOOK_SECRET=whsec_… PORT=3000 node receiver.js
import { createHmac, timingSafeEqual } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

/** A delivery is refused whose time is further away: it may have been recorded. Every retry has a time of its own. */
const toleranceSeconds = 5 * 60;

/** A body is read up to here, for anybody can send one: no event is longer. */
const limitBytes = 1024 * 1024;

/** Nobody holds a connection longer by sending slowly, head and body together. The service waits no longer for an answer either. */
const patienceMs = 15 * 1000;

/**
 * The key of a secret. With an empty or a short one anybody could sign, so that none is taken.
 *
 * @param {string} secret `whsec_…`, as `webhook add` has shown it
 * @throws for what is no base64, or fewer than 24 bytes.
 */
export function keyOf(secret) {
  const encoded = secret.replace(/^whsec_/, '');
  const key = Buffer.from(encoded, 'base64');
  // Node skips what is no base64, so that "whsec_…" itself would be an empty key.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || key.length < 24)
    throw new Error('WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64, as it was shown to you.');
  return key;
}

/**
 * Whether a delivery was signed with one of your secrets, over exactly these bytes, within the last minutes
 * (https://www.standardwebhooks.com). A library of Standard Webhooks does the same.
 *
 * @param {Buffer} body the bytes as they came, before anything parsed them
 * @param {Record<string, string | undefined>} headers names in small letters
 * @param {readonly Buffer[]} keys of your secrets; two of them while you change from one to the other
 * @param {number} now in ms since 1970
 */
export function isGenuine(body, headers, keys, now = Date.now()) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!id || !/^\d{1,15}$/.test(timestamp ?? '')) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const given = signatures.split(' ').flatMap((one) => {
    const [version, signature = ''] = one.split(',');
    return version === 'v1' ? [Buffer.from(signature, 'base64')] : [];
  });
  return keys.some((key) => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
}

/** Stands for two tables of your database; what `take` does belongs in one transaction. */
export class Inbox {
  /** Ids that were taken. Keep them for at least 40 days: what comes again later than that is stopped by its sequence. */
  taken = new Set();
  /** The newest state of each execution, and its sequence: keep that with the execution for ever. */
  verifications = new Map();

  /**
   * Takes one event. The same may come twice, and an older one after a newer one: what counts is the highest sequence.
   *
   * @returns whether it changed anything.
   */
  take(id, sequence, { data }) {
    if (this.taken.has(id)) return false;
    this.taken.add(id);
    const known = this.verifications.get(data.id);
    if (known && known.sequence >= sequence) return false;
    this.verifications.set(data.id, { status: data.status, sequence });
    return true;
  }
}

/** The body of a request; null when it is longer than the limit. The rest is thrown away, so that the answer arrives. */
async function bodyOf(request) {
  if (Number(request.headers['content-length']) > limitBytes) return null;
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length <= limitBytes) parts.push(part);
  }
  return length <= limitBytes ? Buffer.concat(parts) : null;
}

/**
 * Takes a delivery.
 *
 * @returns the status to answer. What is not 2xx comes again.
 * @throws when the request is cut off.
 */
async function receive(request, keys, inbox) {
  const body = await bodyOf(request);
  if (!body) return 413;
  if (!isGenuine(body, request.headers, keys)) return 401;
  const { 'webhook-id': id, 'webhook-sequence': sequence } = request.headers;
  // Without it there is no order. Something on the way has stripped it: better that you see failures than an old state.
  if (!/^[1-9]\d{0,14}$/.test(sequence ?? '')) return 400;
  inbox.take(id, Number(sequence), JSON.parse(body.toString('utf8')));
  return 204;
}

/**
 * Answers first and works later: a delivery that is not answered within 15 seconds has failed.
 *
 * @throws for a secret that is none.
 */
export function createReceiver(secrets, inbox) {
  const keys = secrets.map(keyOf);
  // Node looks for requests that take too long twice a minute, unless it is told to look more often.
  const limits = { requestTimeout: patienceMs, connectionsCheckingInterval: 1000 };
  return createServer(limits, (request, response) => {
    if (request.method !== 'POST') {
      // To look at while you try it out. It asks nobody who they are: never where others can reach it.
      const isShown = request.method === 'GET' && process.env.SHOW_VERIFICATIONS === 'true';
      const state = isShown ? JSON.stringify(Object.fromEntries(inbox.verifications)) : '';
      response.writeHead(isShown ? 200 : 405, { allow: 'POST' }).end(state);
      return;
    }
    receive(request, keys, inbox)
      // Who cuts a request off hears nothing; what failed here comes again.
      .catch(() => 500)
      .then((status) => response.writeHead(status).end());
  });
}

// Run by itself, by whatever path leads to it.
if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const secrets = (process.env.WEBHOOK_SECRET ?? '').split(' ').filter(Boolean);
  if (secrets.length === 0) throw new Error('WEBHOOK_SECRET is not set.');
  createReceiver(secrets, new Inbox()).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
}
