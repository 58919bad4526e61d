import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { captureLimits } from '@vendor/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { maxRegisterReplyBytes } from '../registers/open-registers.ts';
import { type Clients, openClients } from './open-clients.ts';

const { signal } = new AbortController();
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

let visits: string[] = [];
async function serve(answer: RequestListener): Promise<string> {
  visits = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function clientsWith(settings: {
  allowsLoopback: boolean;
  networks?: readonly string[];
  receivers?: readonly string[];
  base: string;
}): Clients {
  const { allowsLoopback, networks = [], receivers = [], base } = settings;
  const register = { url: `${base}/register`, secret: 'a secret', networks };
  const clients = openClients({
    allowsLoopback,
    register,
    webhooks: { networks: receivers, proxy: null, caFile: null },
  });
  open.unshift(clients);
  return clients;
}

const question = { country: 'US', number: '078051120' } as never;
const post = (clients: Clients, base: string) =>
  clients.webhooks.send({
    url: `${base}/hook`,
    method: 'POST',
    headers: {},
    body: Buffer.from('{}'),
    signal,
  });

describe('outgoing requests', () => {
  it('refuses addresses that are not public for webhooks, reference images and the connector', async () => {
    const base = await serve((_, response) => response.end('{"register":"MATCH"}'));
    const clients = clientsWith({ allowsLoopback: false, base });
    expect(await post(clients, base)).toEqual({ kind: 'failed', failure: 'ADDRESS_REFUSED' });
    expect(await clients.references.fetch(`${base}/picture`, signal)).toBeNull();
    expect(clients.references.mayBeAt(`${base}/picture`)).toBe(false);
    await expect(clients.registers.ask(question, 'r', signal)).rejects.toThrow('ADDRESS_REFUSED');
    expect(visits).toEqual([]);
  });

  it('opens a network named for the connector only to the connector', async () => {
    const base = await serve((_, response) => response.end('{"register":"MATCH"}'));
    const clients = clientsWith({ allowsLoopback: false, networks: ['127.0.0.0/8'], base });
    expect(await clients.registers.ask(question, 'r', signal)).toBe('MATCH');
    expect(await post(clients, base)).toEqual({ kind: 'failed', failure: 'ADDRESS_REFUSED' });
    expect(await clients.references.fetch(`${base}/picture`, signal)).toBeNull();
    expect(visits).toEqual(['/register']);
  });

  it('opens a network named for webhook receivers only to webhooks', async () => {
    const base = await serve((_, response) => response.end());
    const clients = clientsWith({ allowsLoopback: false, receivers: ['127.0.0.0/8'], base });
    expect(await post(clients, base)).toMatchObject({ kind: 'replied', status: 200 });
    expect(await clients.references.fetch(`${base}/picture`, signal)).toBeNull();
    await expect(clients.registers.ask(question, 'r', signal)).rejects.toThrow('ADDRESS_REFUSED');
    expect(visits).toEqual(['/hook']);
  });

  it('reaches this machine if loopback is allowed', async () => {
    const base = await serve((_, response) => response.end('{"register":"MATCH"}'));
    const clients = clientsWith({ allowsLoopback: true, base });
    expect(await post(clients, base)).toMatchObject({ kind: 'replied', status: 200 });
    expect(clients.references.mayBeAt(`${base}/picture`)).toBe(true);
    expect(await clients.references.fetch(`${base}/picture`, signal)).not.toBeNull();
    expect(await clients.registers.ask(question, 'r', signal)).toBe('MATCH');
    expect(visits).toEqual(['/hook', '/picture', '/register']);
  });

  it('reads each reply up to its maximum size', async () => {
    let bytes = captureLimits.imageBytes;
    const base = await serve((request, response) => {
      response.end(
        request.url === '/register' ? '{"register":"MATCH"}'.padEnd(bytes) : Buffer.alloc(bytes, 7),
      );
    });
    const clients = clientsWith({ allowsLoopback: true, base });
    const picture = () => clients.references.fetch(`${base}/picture`, signal);
    expect(await picture()).toHaveLength(captureLimits.imageBytes);
    const reply = await post(clients, base);
    expect(reply.kind === 'replied' && reply.body.byteLength).toBe(64 * 1024);
    bytes += 1;
    expect(await picture()).toBeNull();
    bytes = maxRegisterReplyBytes;
    expect(await clients.registers.ask(question, 'r', signal)).toBe('MATCH');
    bytes += 1;
    await expect(clients.registers.ask(question, 'r', signal)).rejects.toThrow('too long');
  });
});
