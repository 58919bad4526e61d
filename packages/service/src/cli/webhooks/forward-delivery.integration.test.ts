import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openForwarder } from './forward-delivery.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** Ports that `fetch` refuses, although an application may listen on them. */
const refusedByFetch = [6000, 6665, 6666, 6667, 6668, 6669, 10080];

/** Makes an application that listens on the first free port of a list. */
async function listenAt(answer: RequestListener, ports: readonly number[] = [0]): Promise<string> {
  for (const port of ports) {
    const server = createServer(answer);
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    if ((await listening.catch(() => null)) === null) continue;
    open.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  }
  throw new Error('All of the ports are taken.');
}

function forward(url: string, headers: Record<string, string> = {}, body = '{}') {
  const forwarder = openForwarder(url, new AbortController().signal);
  open.unshift(forwarder);
  return forwarder.forward(headers, Buffer.from(body));
}

describe('forwarded delivery', () => {
  it('forwards a delivery byte for byte with its headers, also to a port that fetch refuses', async () => {
    const came: unknown[] = [];
    const url = await listenAt(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      came.push([request.method, request.url, request.headers['webhook-id'], String(Buffer.concat(parts))]);
      response.writeHead(204).end();
    }, refusedByFetch);
    const answer = await forward(url, { 'webhook-id': 'msg_1' }, '{"ä":1}');
    expect(answer).toEqual({ status: 204, retryAfter: null, failure: null });
    expect(came).toEqual([['POST', '/hooks', 'msg_1', '{"ä":1}']]);
  });

  it("returns the application's status and Retry-After, also for a redirect", async () => {
    const busy = await listenAt((_, response) =>
      response.writeHead(503, { 'retry-after': '7' }).end('later'),
    );
    expect(await forward(busy)).toEqual({ status: 503, retryAfter: '7', failure: null });
    const moved = await listenAt((_, response) => response.writeHead(307, { location: busy }).end());
    expect(await forward(moved)).toEqual({ status: 307, retryAfter: null, failure: null });
  });

  it('times out one second before the service does', async () => {
    const prompt = await listenAt((_, response) => response.writeHead(204).end());
    // Loads the client before faking timers.
    await forward(prompt);
    let asked = 0;
    const silent = await listenAt((request) => {
      asked += 1;
      open.unshift({ close: () => request.socket.destroy() });
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let answer: unknown = null;
      void forward(silent).then((given) => {
        answer = given;
      });
      while (asked === 0) await new Promise(setImmediate);
      await vi.advanceTimersByTimeAsync(13_999);
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
      expect(answer).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      expect(answer).toEqual({ status: 502, retryAfter: null, failure: 'TIMEOUT' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('distinguishes a missing reply from a reply of 502', async () => {
    const hungUp = await listenAt((request) => request.socket.destroy());
    expect(await forward(hungUp)).toEqual({ status: 502, retryAfter: null, failure: 'CONNECTION_FAILED' });
    const gateway = await listenAt((_, response) => response.writeHead(502).end());
    expect(await forward(gateway)).toEqual({ status: 502, retryAfter: null, failure: null });
  });
});
