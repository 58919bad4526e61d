import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A delivery as a receiver gets it. */
export interface Delivery {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Content and signing secrets of a delivery; default time: now. */
export interface DeliveryToSign {
  readonly execution: string;
  readonly status: string;
  readonly sequence: number;
  readonly signedBy: readonly string[];
  readonly time?: Date;
}

/** Insecure secrets: the placeholder of the documentation, an empty key, invalid base64, and a key that is too short. */
export const uselessSecrets = [
  'whsec_…',
  'whsec_',
  'whsec_not base64 but as long as a secret is',
  `whsec_${Buffer.alloc(23, 7).toString('base64')}`,
];

/** Sequences that a receiver must answer with 400: without a valid one, the order is unknown. */
export const uselessSequences = [
  ...[undefined, '', '0', '-1', '1.5', 'NaN', 'first', '+1', '007', '1e0', '0x1', '1_0', '1, 1'],
  '1000000000000000',
];

/** Creates a delivery as the service sends it, signed by the public library. */
export function deliveryOf({
  execution,
  status,
  sequence,
  signedBy,
  time = new Date(),
}: DeliveryToSign): Delivery {
  const id = randomUUID();
  const body = JSON.stringify({
    event: 'e',
    timestamp: time.toISOString(),
    data: { id: execution, status, name: 'é' },
  });
  const signature = signedBy.map((one) => new Webhook(one).sign(id, time, body)).join(' ');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': signature,
    'webhook-sequence': String(sequence),
  };
  return { headers, body };
}

/** Returns a delivery with another sequence, or none; the signature does not cover it. */
export function withSequence({ headers, body }: Delivery, sequence: string | undefined): Delivery {
  const { 'webhook-sequence': _own, ...others } = headers;
  return { headers: sequence === undefined ? others : { ...others, 'webhook-sequence': sequence }, body };
}

/** Posts a delivery. @returns the status of the reply. */
export async function post(url: string, { headers, body }: Delivery): Promise<number> {
  const reply = await fetch(url, { method: 'POST', headers, body });
  await reply.arrayBuffer();
  return reply.status;
}

/**
 * Sends the beginning of a request, and then ends the connection.
 *
 * @returns once the other side has closed it too.
 */
export function sendCut(url: string, beginning: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connectTo(url).once('connect', () => socket.end(beginning));
    // A dying process may reset the connection; it only has to be closed.
    socket.resume().on('error', () => {});
    socket.once('close', () => resolve());
  });
}

/**
 * Sends the beginning of a request, and then slowly sends more of it without ever ending it.
 *
 * @returns once the other side has closed the connection.
 */
export function sendDrops(url: string, beginning: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connectTo(url).once('connect', () => socket.write(beginning));
    const drops = setInterval(() => socket.write('x'), 250);
    socket.resume().on('error', () => {});
    socket.once('close', () => {
      clearInterval(drops);
      resolve();
    });
  });
}

/** Sends bytes and leaves the connection open. @returns the status of the reply. */
export function statusOf(url: string, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(url).once('connect', () => socket.write(request));
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
      const [, status] = /^HTTP\/1\.[01] (\d{3}) /.exec(answer) ?? [];
      if (!status) return;
      socket.destroy();
      resolve(Number(status));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`No status came back, but ${JSON.stringify(answer)}`)));
  });
}

function connectTo(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  // Ends a stuck test: a receiver that waits for the rest answers nothing.
  return socket.setTimeout(20_000, () => socket.destroy());
}
