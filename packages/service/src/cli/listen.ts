import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebhookEnvelope, webhookEvents, webhookHeaders } from '@vendor/contract';
import { Webhook } from 'standardwebhooks';
import { isThisMachine } from '../outgoing/public-address.ts';
import { addEndpoint } from '../webhooks/endpoints/add-endpoint.ts';
import { createEndpointSecret } from '../webhooks/endpoints/endpoint-secrets.ts';
import { removeEndpoint } from '../webhooks/endpoints/remove-endpoint.ts';
import { accountOption, type Call, type Command } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { openStores } from './open-stores.ts';
import { accountOf } from './operator.ts';
import { eventOf, eventOption, shortEvent } from './webhooks/endpoint-options.ts';
import { type Forwarder, openForwarder } from './webhooks/forward-delivery.ts';
import { tooManyEndpoints } from './webhooks/webhooks.ts';

/** Path of the endpoint, by which a later run recognises what a killed run left behind. */
const path = '/orchestration-listen';
/** Time-out for another run of this command on the same machine, which replies at once. */
const answersWithinMs = 2_000;

/** Prints events as they arrive, for developers of a receiver. */
export const listenCommand: Command = {
  name: 'listen',
  summary: 'Prints the events of an account as they arrive, and forwards them to a port of this machine.',
  operand: null,
  options: {
    account: { ...accountOption, required: true },
    event: eventOption('An event to listen to; all by default. May be given several times.'),
    forward: {
      value: 'url',
      about: 'A URL on this machine to post each event to: http://localhost:3000/webhooks.',
    },
    secret: {
      value: 'whsec_…',
      about: 'The secret that signs them; by default a new one, shown at the start.',
    },
  },
  notes: `For development: it needs the service on this machine, started with ALLOW_LOOPBACK=true (npm start is). It adds an endpoint to the
account until Ctrl-C. The service gets the response of the forwarded address, so a failure is retried by the schedule.`,
  run: listen,
};

async function listen(call: Call) {
  const { operator, text, texts, must } = call;
  if (!operator.environment.allowsLoopback) {
    throw new CommandError(
      'The service does not send to this machine. For development, start it with ALLOW_LOOPBACK=true, as npm start does.',
    );
  }
  const forward = forwardOf(text('forward'));
  const secret = secretOf(text('secret'));
  const events = texts('event').length === 0 ? [...webhookEvents] : [...new Set(texts('event').map(eventOf))];
  const { accounts, endpoints, webhooks } = await openStores(operator);
  const { clock, actor } = operator;
  const account = await accountOf(accounts, must('account'));
  const forwarder = forward === null ? null : openForwarder(forward, call.stopped());
  let count = 0;
  const server = createServer((request, response) => {
    receive(request, response, secret, forwarder)
      .then((delivery) => {
        if (!delivery) return;
        count += 1;
        call.tell(delivery.data, delivery.text);
      })
      .catch((error: unknown) => {
        call.tell({ error: String(error) }, `A request was not an event: ${String(error)}`);
        if (!response.headersSent) response.writeHead(400).end();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  let id: string | null = null;
  try {
    await removeLeftOvers(call, account.id);
    const wanted = { accountId: account.id, url, events, secret };
    const endpoint = await addEndpoint({ endpoints, clock, actor }, wanted);
    if (!endpoint) throw tooManyEndpoints(account.name);
    id = endpoint.id;
    const names = events.map(shortEvent).join(', ');
    const onward = forward === null ? '' : `, forwarded to ${forward}`;
    call.tell(
      { id, secret, events, forward },
      `Listening to ${names} of "${account.name}"${onward}. Press Ctrl-C to stop.\n\nsecret  ${secret}\n`,
    );
    await stopped(call.stopped());
  } finally {
    if (id !== null) await removeEndpoint({ store: webhooks, clock, actor }, id);
    server.close();
    server.closeAllConnections();
    await forwarder?.close();
  }
  return { data: { id, events: count }, text: `Events received: ${count}.` };
}

/**
 * Receives a delivery as a backend would: verifies the signature first. Returns null for a request that only asks who listens
 * here.
 */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  secret: string,
  forwarder: Forwarder | null,
) {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (request.method !== 'POST') {
    response.writeHead(204).end();
    return null;
  }
  const body = Buffer.concat(parts);
  const headers = deliveryHeaders(request);
  const { event, timestamp, data } = new Webhook(secret).verify(body, headers) as WebhookEnvelope;
  const answer = await forwarder?.forward(headers, body);
  const { status, retryAfter, failure } = answer ?? { status: 204, retryAfter: null, failure: null };
  // Replaces 410, which would disable the endpoint, so that a fixed receiver gets the next event.
  const replied = status === 410 ? 502 : status;
  response.writeHead(replied, retryAfter === null ? {} : { 'retry-after': retryAfter }).end();
  const id = headers[webhookHeaders.id];
  const sequence = Number(headers[webhookHeaders.sequence]);
  const warned = status === 410 ? ' (in production, this would disable the endpoint)' : '';
  const result = failure === null ? `${status}${warned}` : `no response: ${failure}`;
  const onward = forwarder ? ` → ${result}` : '';
  return {
    data: {
      event,
      timestamp,
      executionId: data.id,
      status: data.status,
      sequence,
      id,
      answer: status,
      failure,
    },
    text: `${timestamp}  ${shortEvent(event)}  ${data.status}  execution ${data.id}  number ${sequence}  ${id}${onward}`,
  };
}

/** Returns the headers of a delivery, as received. */
function deliveryHeaders(request: IncomingMessage): Record<string, string> {
  const names = ['content-type', 'user-agent', ...Object.values(webhookHeaders)];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** Removes endpoints of runs that were killed before they could remove them. */
async function removeLeftOvers({ operator }: Call, accountId: string): Promise<void> {
  const { webhooks, endpointsOf } = await openStores(operator);
  for (const { id, url } of await endpointsOf(accountId)) {
    const { hostname, pathname } = new URL(url);
    if (hostname !== '127.0.0.1' || pathname !== path) continue;
    if (!(await isListening(url)))
      await removeEndpoint({ store: webhooks, clock: operator.clock, actor: operator.actor }, id);
  }
}

/** Returns whether another run listens at an address. Another program that uses the port now replies differently, or never. */
async function isListening(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answersWithinMs);
    return (await fetch(url, { method: 'HEAD', redirect: 'manual', signal })).status === 204;
  } catch {
    return false;
  }
}

function forwardOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isGood = url && /^https?:$/.test(url.protocol) && isThisMachine(url.hostname);
  if (!isGood)
    throw new UsageError('--forward must be an http address of this machine: http://localhost:3000/…');
  return url.href;
}

function secretOf(text: string | undefined): string {
  if (text === undefined) return createEndpointSecret();
  const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64').byteLength;
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text) || bytes < 24 || bytes > 64) {
    throw new UsageError('--secret must be whsec_ and 24 to 64 bytes in base64.');
  }
  return text;
}

async function stopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
