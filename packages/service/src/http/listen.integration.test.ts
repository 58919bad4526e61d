import { connect } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Backend, documentWorkflow, jpegOf, Page } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { maxBodyMs } from './bodies/read-body.ts';
import { type ListeningServer, type ListenLimits, listen, listenLimits } from './listen.ts';

const api = '/orchestration-api/v1';
const front = `${api}/client/steps/document/attempts/1/captures/front`;
const { Request, Response } = globalThis;
let service: InProcessService;
let page: Page;
let token: string;
let server: ListeningServer | undefined;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  const workflowId = await service.addWorkflow(account.id, documentWorkflow);
  const { data } = await new Backend(service, account.apiKey).start({
    workflowId,
    inputs: { user_id: 'u-1' },
  });
  token = data.token;
  page = new Page(service);
  await page.init(token);
  await page.post('begin');
});
afterEach(async () => {
  vi.useRealTimers();
  await server?.close();
  server = undefined;
  // The listening server replaces these globals by its own.
  Object.assign(globalThis, { Request, Response });
  await service.close();
});

async function serve(
  limits: Partial<ListenLimits> = {},
  fetch = service.app.fetch,
): Promise<ListeningServer> {
  server = await listen(fetch, { port: 0, host: '127.0.0.1', limits: { ...listenLimits, ...limits } });
  return server;
}

/** Opens a raw connection: sends given bytes, and collects the reply. */
async function client() {
  const socket = connect(server!.port, '127.0.0.1');
  let reply = '';
  let isClosed = false;
  socket.on('data', (bytes) => {
    reply += bytes.toString();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  const head = (line: string, headers: Record<string, string>) =>
    socket.write(
      [`${line} HTTP/1.1`, 'host: localhost', ...Object.entries(headers).map((pair) => pair.join(': '))]
        .join('\r\n')
        .concat('\r\n\r\n'),
    );
  return { socket, head, reply: () => reply, isClosed: () => isClosed };
}

/** Matches problem details with a code, in a reply that pages of any origin may read. */
const toldToPages = (code: string) =>
  new RegExp(`^HTTP/1\\.1 408 [\\s\\S]*access-control-allow-origin: \\*\\r\\n[\\s\\S]*"code":"${code}"`, 'i');

describe('upload over a slow network', () => {
  /** Factor by which the server's clock runs faster than the real time. */
  const scale = 600;
  const partEveryMs = 10_000;

  beforeEach(async () => {
    const requestMs = listenLimits.requestMs / scale;
    await serve({ requestMs, headMs: Math.min(listenLimits.headMs, requestMs), checkEveryMs: 10 });
  });

  /** Sends parts of the given sizes, one every ten seconds. */
  async function put(parts: readonly number[]) {
    const bytes = parts.reduce((sum, part) => sum + part, 0);
    const { socket, head, reply } = await client();
    head(`PUT ${front}`, { authorization: `Bearer ${page.sessionKey}`, 'content-length': String(bytes) });
    socket.write(jpegOf(''));
    for (const [index, part] of parts.entries()) {
      await pause(partEveryMs / scale);
      service.elapsedMs += partEveryMs;
      socket.write(new Uint8Array(index === 0 ? part - jpegOf('').byteLength : part));
      if (reply()) break;
    }
    while (!reply()) await turn();
    socket.destroy();
    return reply();
  }

  it('stores a slow upload that keeps the required pace, however long it takes', {
    tags: ['DREQ-86'],
  }, async () => {
    // 4 MiB at 8 kB per second take nine minutes.
    const reply = await put(Array<number>(53).fill(80_000));
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('refuses an upload that falls below the required pace after minutes, in a reply that its page can read', {
    tags: ['DREQ-86'],
  }, async () => {
    const reply = await put([...Array<number>(36).fill(80_000), ...Array<number>(12).fill(8_000)]);
    expect(reply).toMatch(toldToPages('UPLOAD_TOO_SLOW'));
  });
});

describe('JSON body sent byte by byte', () => {
  it.each([
    ['a length', { 'content-length': '50' }, (text: string) => text],
    ['no length', { 'transfer-encoding': 'chunked' }, (text: string) => `1\r\n${text}\r\n`],
  ] as const)(
    'refuses a JSON body sent byte by byte after a minute, and closes its connection: with %s',
    { tags: ['DREQ-86'] },
    async (_, headers, chunk) => {
      await serve();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const { socket, head, reply, isClosed } = await client();
      const type = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      head(`POST ${api}/client/init`, { ...type, ...headers });
      socket.write(chunk('{'));
      // Waits until the server has started its timer.
      while (vi.getTimerCount() === 0) await turn();
      for (let waitedMs = 0; waitedMs < maxBodyMs; waitedMs += 10_000) {
        expect(reply()).toBe('');
        socket.write(chunk(' '));
        await vi.advanceTimersByTimeAsync(10_000);
      }
      while (!reply().includes('}')) await turn();
      expect(reply()).toMatch(toldToPages('UPLOAD_TOO_SLOW'));
      while (!isClosed()) {
        await vi.advanceTimersByTimeAsync(listenLimits.restMs);
        await turn();
      }
    },
  );
});

describe('incomplete request head', () => {
  it('waits 15 seconds for the head of a request, and at most one second more', () => {
    const { headMs, checkEveryMs } = listenLimits;
    expect(headMs).toBe(15_000);
    expect(checkEveryMs).toBeLessThanOrEqual(1_000);
  });

  it.each([
    ['half of it', 'GET /healthz HTTP/1.1\r\nho'],
    ['nothing', ''],
  ])('closes a connection with an incomplete head: %s arrived', async (_, text) => {
    await serve({ headMs: 20, checkEveryMs: 10 });
    const { socket, isClosed } = await client();
    socket.write(text);
    while (!isClosed()) await turn();
  });
});

describe('idle connection', () => {
  it('keeps an idle connection longer than proxies do, and announces for how long', async () => {
    expect(listenLimits.keepAliveMs).toBeGreaterThanOrEqual(65_000);
    await serve();
    const { socket, head, reply } = await client();
    head('GET /healthz', {});
    while (!reply().includes('}')) await turn();
    expect(reply()).toMatch(
      new RegExp(`\r\nkeep-alive: timeout=${listenLimits.keepAliveMs / 1000}\r\n`, 'i'),
    );
    expect(reply()).toMatch(/\r\nconnection: keep-alive\r\n/i);
    socket.destroy();
  });

  it("accepts a POST on a connection that was idle longer than the limit of heads and Node's default", async () => {
    // The limit of heads is checked many times while the connection is idle.
    await serve({ headMs: 20, checkEveryMs: 5 });
    const { socket, head, reply, isClosed } = await client();
    const request = () =>
      head(`POST ${api}/client/begin`, { authorization: `Bearer ${page.sessionKey}`, 'content-length': '0' });
    request();
    while (!reply().includes('}')) await turn();
    await pause(100);
    expect(isClosed()).toBe(false);
    request();
    while (reply().split('HTTP/1.1 200').length < 3) await turn();
    // Once a head has begun, only its own limit applies.
    socket.write('POST / HTTP/1.1\r\nho');
    while (!isClosed()) await turn();
  });

  it('closes idle connections at once when the server stops', async () => {
    const { close } = await serve();
    const { head, reply, isClosed } = await client();
    head('GET /healthz', {});
    while (!reply().includes('}')) await turn();
    await close();
    server = undefined;
    while (!isClosed()) await turn();
  });
});

it.each(['GET', 'POST'])(
  'closes the connection of a client that sends a body nobody reads: %s',
  { tags: ['DREQ-86'] },
  async (method) => {
    await serve({ restMs: 10 });
    const { socket, head, reply, isClosed } = await client();
    head(`${method} /healthz`, { 'content-length': '1000000000' });
    while (!isClosed()) {
      socket.write('x');
      await pause(5);
    }
    expect(reply()).toMatch(/^HTTP\/1\.1 (200|405) /);
  },
);

it('closes connections after their next reply while leaving the load balancer, and still accepts new ones', async () => {
  const { leave } = await serve();
  const held = await client();
  leave();
  for (const { head, reply, isClosed } of [held, await client()]) {
    head('GET /healthz', {});
    while (!isClosed()) await turn();
    expect(reply()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close\r\n/i);
  }
});

describe('stopping server', () => {
  it.each([
    ['has sent nothing', ''],
    ['has sent half a head', 'GET /healthz HTTP/1.1\r\nho'],
  ])('does not wait, on stopping, for a connection that %s', { tags: ['DREQ-87'] }, async (_, text) => {
    const { close } = await serve({ drainHeadMs: 10 });
    const { socket, isClosed } = await client();
    socket.write(text);
    await close();
    while (!isClosed()) await turn();
    server = undefined;
  });

  it('answers accepted requests while stopping, up to a time limit', { tags: ['DREQ-87'] }, async () => {
    let answer: (response: Response) => void = () => {};
    const accepted: string[] = [];
    const { close } = await serve({ drainHeadMs: 0, drainMs: 300 }, (request) => {
      accepted.push(new URL(request.url).pathname);
      return new Promise<Response>((resolve) => {
        if (accepted.length === 1) answer = resolve;
      });
    });
    const [honest, stuck] = [await client(), await client()];
    honest.head('GET /honest', {});
    while (accepted.length < 1) await turn();
    stuck.head('GET /stuck', {});
    while (accepted.length < 2) await turn();
    const closed = close();
    await pause(100);
    answer(new globalThis.Response('done'));
    await closed;
    server = undefined;
    expect(honest.reply()).toMatch(/^HTTP\/1\.1 200 [\s\S]*done/);
    expect(stuck.reply()).toBe('');
  });
});

describe('connection limit', () => {
  it('closes connections over the limit, and answers the open ones', async () => {
    server = await listen(service.app.fetch, { port: 0, host: '127.0.0.1', connectionLimit: 1 });
    const held = await client();
    const beyond = await client();
    await vi.waitFor(() => expect(beyond.isClosed()).toBe(true));
    held.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    await vi.waitFor(() => expect(held.reply()).toContain('200 OK'));
  });
});
