// A receiver of webhooks in one file of plain Node: it verifies, deduplicates by id and orders by sequence.
//   WEBHOOK_SECRET=whsec_… PORT=3000 node receiver.js
import { createHmac, timingSafeEqual } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

/** Maximum difference between a delivery's time and now; an older one may be a recorded copy. Every retry has a new time. */
const toleranceSeconds = 5 * 60;

/** Maximum size of a body, because anybody can send one; events are smaller. */
const limitBytes = 1024 * 1024;

/**
 * Time-out for a whole request, head and body, so that slow senders cannot hold connections. The service waits just as long for
 * an answer.
 */
const requestTimeoutMs = 15 * 1000;

/**
 * Returns the key of a secret. Rejects an empty or short one, with which anybody could sign.
 *
 * @param {string} secret `whsec_…`, as shown by `webhook add`
 * @throws if the secret is not base64, or has fewer than 24 bytes.
 */
export function keyOf(secret) {
  const encoded = secret.replace(/^whsec_/, '');
  const key = Buffer.from(encoded, 'base64');
  // Node ignores characters that are not base64, so the placeholder "whsec_…" itself would be an empty key.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || key.length < 24)
    throw new Error('WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64, as it was shown to you.');
  return key;
}

/**
 * Returns whether a delivery was signed with one of your secrets, over exactly these bytes, within the last minutes
 * (https://www.standardwebhooks.com). A library of Standard Webhooks does the same.
 *
 * @param {Buffer} body the bytes as received, before any parsing
 * @param {Record<string, string | undefined>} headers names in lower case
 * @param {readonly Buffer[]} keys of your secrets; two of them while you rotate the secret
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

/** Stands in for two tables of your database; the steps of `take` belong in one transaction. */
export class Inbox {
  /** Ids of accepted deliveries. Keep them for at least 40 days; later repeats are rejected by their sequence. */
  taken = new Set();
  /** The newest state of each execution, and its sequence, which you should keep with the execution forever. */
  verifications = new Map();

  /**
   * Stores an event. Events may be repeated or arrive out of order; the highest sequence wins.
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

/** Reads the body of a request; null if it exceeds the limit, with the rest discarded, so that the answer arrives. */
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
 * Receives a delivery.
 *
 * @returns the status to answer; the service retries after anything but 2xx.
 * @throws if the request is cut off.
 */
async function receive(request, keys, inbox) {
  const body = await bodyOf(request);
  if (!body) return 413;
  if (!isGenuine(body, request.headers, keys)) return 401;
  const { 'webhook-id': id, 'webhook-sequence': sequence } = request.headers;
  // Without the sequence, events cannot be ordered. An intermediary has removed the header: visible failures are better than an
  // outdated state.
  if (!/^[1-9]\d{0,14}$/.test(sequence ?? '')) return 400;
  inbox.take(id, Number(sequence), JSON.parse(body.toString('utf8')));
  return 204;
}

/**
 * Creates the server. Do your own work after the answer, because a delivery fails if it is not answered within 15 seconds.
 *
 * @throws for an invalid secret.
 */
export function createReceiver(secrets, inbox) {
  const keys = secrets.map(keyOf);
  // By default, Node checks for slow requests only every 30 seconds.
  const limits = { requestTimeout: requestTimeoutMs, connectionsCheckingInterval: 1000 };
  return createServer(limits, (request, response) => {
    if (request.method !== 'POST') {
      // Shows the state for trials. It requires no login, so never expose it to others.
      const isShown = request.method === 'GET' && process.env.SHOW_VERIFICATIONS === 'true';
      const state = isShown ? JSON.stringify(Object.fromEntries(inbox.verifications)) : '';
      response.writeHead(isShown ? 200 : 405, { allow: 'POST' }).end(state);
      return;
    }
    receive(request, keys, inbox)
      // A sender that was cut off gets no answer; after any failure here, the service retries.
      .catch(() => 500)
      .then((status) => response.writeHead(status).end());
  });
}

// Runs only if this file is the program itself, by whatever path.
if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const secrets = (process.env.WEBHOOK_SECRET ?? '').split(' ').filter(Boolean);
  if (secrets.length === 0) throw new Error('WEBHOOK_SECRET is not set.');
  createReceiver(secrets, new Inbox()).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
}
