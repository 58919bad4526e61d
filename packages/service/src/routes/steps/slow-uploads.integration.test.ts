import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Backend, documentWorkflow, jpegOf, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { isOnPostgres } from '../../../testing/open-test-database.ts';
import { maxSilenceMs } from '../../http/uploads/read-upload.ts';

const front = 'steps/document/attempts/1/captures/front';
let service: InProcessService;
let begin: () => Promise<Page>;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  const backend = new Backend(service, account.apiKey);
  const workflowId = await service.addWorkflow(account.id, documentWorkflow);
  begin = async () => {
    const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1' } });
    const page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    return page;
  };
});
afterEach(async () => {
  vi.useRealTimers();
  await service.close();
});

/** Starts an upload that sends three bytes and then falls silent. */
function fallSilent({ sessionKey }: Page, port: number) {
  const socket = connect(port, '127.0.0.1');
  let reply = '';
  socket.on('data', (bytes) => {
    reply += bytes.toString();
  });
  socket.on('error', () => undefined);
  const head = [
    `PUT /orchestration-api/v1/client/${front} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${sessionKey}`,
    'transfer-encoding: chunked',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n3\r\nabc\r\n`);
  return { socket, reply: () => reply };
}

// The PostgreSQL driver uses the timers that are counted here.
it.skipIf(isOnPostgres)(
  'ends silent uploads, which meanwhile keep nobody else from uploading',
  {
    tags: ['DREQ-86'],
  },
  async () => {
    const server = createServer(
      getRequestListener(service.app.fetch, { overrideGlobalObjects: false }),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { port } = server.address() as AddressInfo;
    const pages: Page[] = [];
    for (let index = 0; index < 6; index++) pages.push(await begin());
    const silent = pages.flatMap((page) => Array.from({ length: 4 }, () => fallSilent(page, port)));
    try {
      // Waits until the server has started the time-out of each upload.
      while (vi.getTimerCount() < silent.length) await turn();
      expect((await pages[0]!.put(front, jpegOf('a fifth'))).status).toBe(429);
      const honest = await begin();
      expect((await honest.put(front, jpegOf('honest'))).status).toBe(200);

      await vi.advanceTimersByTimeAsync(maxSilenceMs);
      while (silent.some(({ reply }) => !reply().includes('UPLOAD_TOO_SLOW'))) await turn();
      for (const { reply } of silent) expect(reply()).toMatch(/^HTTP\/1\.1 408 [\s\S]*retry-after: 1\r\n/i);
      expect((await pages[0]!.put(front, jpegOf('again'))).status).toBe(200);
    } finally {
      for (const { socket } of silent) socket.destroy();
      server.closeAllConnections();
      server.close();
    }
  },
);

/** Starts an upload within the process that falls silent. */
function beginUpload({ sessionKey }: Page, address: string) {
  const body = new ReadableStream<Uint8Array>({ start: (sender) => sender.enqueue(new Uint8Array(3)) });
  const headers = { authorization: `Bearer ${sessionKey}`, 'x-forwarded-for': address };
  const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit;
  return Promise.resolve(service.app.request(`/orchestration-api/v1/client/${front}`, init, trustedPeer));
}
const trustedPeer = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

// The PostgreSQL driver uses the timers that are counted here.
it.skipIf(isOnPostgres)(
  'ends uploads below the required pace in favour of another, and asks for a retry',
  async () => {
    const pages = await Promise.all(Array.from({ length: 75 }, () => begin()));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const slow = pages.flatMap((page) => Array.from({ length: 4 }, () => beginUpload(page, '198.51.100.1')));
    while (vi.getTimerCount() < slow.length) await turn();
    service.elapsedMs += 30_000;
    const honest = await begin();
    expect((await honest.put(front, jpegOf('honest'))).status).toBe(200);
    const ended = await Promise.race(slow);
    expect([ended.status, ended.headers.get('retry-after')]).toEqual([408, '1']);
    expect(await ended.json()).toMatchObject({ code: 'UPLOAD_TOO_SLOW' });
    await vi.advanceTimersByTimeAsync(maxSilenceMs);
    expect((await Promise.all(slow)).every(({ status }) => status === 408)).toBe(true);
  },
);

/** Sends a picture in two parts, with a callback between them. */
async function putAround({ sessionKey }: Page, happens: () => void) {
  const bytes = jpegOf('in two parts');
  const parts = [bytes.subarray(0, 3), bytes.subarray(3)];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = parts.shift();
        if (!part) return controller.close();
        if (parts.length === 0) happens();
        controller.enqueue(part);
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { authorization: `Bearer ${sessionKey}` };
  const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit;
  return (await service.app.request(`/orchestration-api/v1/client/${front}`, init)).status;
}

it('measures the pace of uploads independently of changes of the clock', async () => {
  const page = await begin();
  const minute = 60_000;
  expect(
    await putAround(page, () => {
      service.clock.time += 2 * minute;
    }),
  ).toBe(200);
  expect(
    await putAround(page, () => {
      service.clock.time -= 2 * minute;
      service.elapsedMs += minute;
    }),
  ).toBe(408);
});
