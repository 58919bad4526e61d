import { createServer, type RequestListener, type Server } from 'node:http';
import net, {
  type AddressInfo,
  createServer as createTcpServer,
  Socket,
  type Server as TcpServer,
} from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { localhostCertificate } from '../../testing/localhost-certificate.ts';
import { createOutgoing, type OutgoingOptions } from './create-outgoing.ts';
import type { Outgoing, OutgoingReply, OutgoingRequest } from './outgoing.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** Starts a receiver on loopback that counts its connections. */
async function receive(listener: RequestListener, host = '127.0.0.1', port = 0) {
  return listen(createServer(listener), host, port);
}
async function listen(server: Server | TcpServer, host = '127.0.0.1', port = 0) {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  };
  open.push({ close });
  return {
    close,
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    openConnections: () => sockets.size,
  };
}
function outgoing(options: Partial<OutgoingOptions> = {}): Outgoing {
  const created = createOutgoing({ allowLoopback: false, ...options });
  open.push(created);
  return created;
}
const post = (from: Outgoing, url: string, parts: Partial<OutgoingRequest> = {}) =>
  from.send({ url, method: 'POST', headers: {}, signal: new AbortController().signal, ...parts });

describe('an outgoing request', () => {
  it('sends method, headers and body, and returns status, body and Retry-After', async () => {
    const { port } = await receive((incoming, reply) => {
      incoming.setEncoding('utf8');
      incoming.on('data', (text) => {
        reply.writeHead(429, { 'retry-after': '7' });
        reply.end(`${incoming.method} ${incoming.url} ${incoming.headers['webhook-id']} ${text}`);
      });
    });
    const reply = await post(outgoing({ allowLoopback: true }), `http://localhost:${port}/hooks?a=1`, {
      headers: { 'webhook-id': 'm1' },
      body: Buffer.from('{}'),
    });
    expect(reply).toMatchObject({ kind: 'replied', status: 429, retryAfter: '7' });
    expect(String(reply.kind === 'replied' && reply.body)).toBe('POST /hooks?a=1 m1 {}');
  });

  it('does not follow redirects', { tags: ['DHOOK-9'] }, async () => {
    const canary = await receive((_, reply) => reply.end());
    for (const status of [301, 302, 303, 307, 308]) {
      const { port } = await receive((_, reply) => {
        reply.writeHead(status, { location: `http://127.0.0.1:${canary.port}/` }).end();
      });
      const reply = await post(outgoing({ allowLoopback: true }), `http://127.0.0.1:${port}/`);
      expect(reply).toMatchObject({ kind: 'replied', status });
    }
    expect(canary.connections()).toBe(0);
  });

  it.each([
    ['announces a length', 204, 'content-length: 2\r\n\r\n'],
    ['sends a body', 204, 'content-length: 2\r\n\r\nok'],
    ['announces chunks', 204, 'transfer-encoding: chunked\r\n\r\n'],
    ['announces the length of the cached body', 304, 'content-length: 9\r\n\r\n'],
  ])('ends a reply without a body after its head, even if it %s (%i)', async (_, status, rest) => {
    const { port } = await listen(
      createTcpServer(
        (socket) => void socket.once('data', () => socket.write(`HTTP/1.1 ${status} X\r\n${rest}`)),
      ),
    );
    const patient = outgoing({ allowLoopback: true, timeoutMs: 60_000 });
    const reply = await post(patient, `http://127.0.0.1:${port}/`, { body: Buffer.from('{}') });
    expect(reply).toMatchObject({ kind: 'replied', status, body: new Uint8Array() });
  });

  it('leaves no connection open after a reply', async () => {
    const receiver = await receive((_, reply) => reply.end('ok'));
    const client = outgoing({ allowLoopback: true });
    for (let count = 0; count < 3; count += 1) await post(client, `http://127.0.0.1:${receiver.port}/`);
    await expect.poll(receiver.openConnections).toBe(0);
    expect(receiver.connections()).toBe(3);
  });
});

/** Both schemes, because each has its own connection guard. */
const schemes = ['http', 'https'];

describe('a non-public address', () => {
  const literals = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '0177.0.0.1',
    '0x7f000001',
    '127.1',
    '127.0.1',
    '[::1]',
    '[::]',
    '[::127.0.0.1]',
    '127.0.0.1.',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '①②⑦.0.0.1',
  ];

  it.each(literals)(
    'opens no connection to a non-public address, written as %s',
    { tags: ['DHOOK-35'] },
    async (host) => {
      const canary = await receive((_, reply) => reply.end(), '0.0.0.0');
      for (const scheme of schemes) {
        const reply = await post(outgoing(), `${scheme}://${host}:${canary.port}/`);
        expect(reply, scheme).toEqual({ kind: 'failed', failure: 'ADDRESS_REFUSED' });
      }
      expect(canary.connections()).toBe(0);
    },
  );

  it('opens no connection if a name resolves to any non-public address', {
    tags: ['DHOOK-18'],
  }, async () => {
    const canary = await receive((_, reply) => reply.end());
    for (const addresses of [
      ['127.0.0.1'],
      ['::1', '127.0.0.1'],
      ['10.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254'],
    ]) {
      const client = outgoing({ resolve: async () => addresses });
      for (const scheme of schemes) {
        const reply = await post(client, `${scheme}://shop.example:${canary.port}/`);
        expect(reply, `${scheme} ${addresses}`).toEqual({ kind: 'failed', failure: 'ADDRESS_REFUSED' });
      }
    }
    expect(canary.connections()).toBe(0);
  });

  it('opens no connection to a non-public address instead of an allowed one of the same name', {
    tags: ['DHOOK-18'],
  }, async () => {
    const canary = await receive((_, reply) => reply.end('canary'), '127.0.0.2');
    const receiver = await receive((_, reply) => reply.end('receiver'), '127.0.0.1', canary.port);
    const ask = async (addresses: readonly string[], allowed: string, scheme = 'http') => {
      const client = outgoing({ networks: [allowed], resolve: async () => addresses });
      const reply = await post(client, `${scheme}://shop.example:${canary.port}/`);
      return reply.kind === 'replied' ? String(reply.body) : reply.failure;
    };
    const both = ['127.0.0.2', '127.0.0.1'];
    for (const addresses of [both, [...both].reverse()]) {
      expect(await ask(addresses, '127.0.0.1')).toBe('receiver');
      // Reached the allowed address, which does not support TLS.
      expect(await ask(addresses, '127.0.0.1', 'https')).toBe('TLS_FAILED');
    }
    expect([receiver.connections(), canary.connections()]).toEqual([4, 0]);
    await receiver.close();
    for (const scheme of schemes)
      for (const addresses of [both, [...both].reverse()])
        expect(await ask(addresses, '127.0.0.1', scheme)).toBe('CONNECTION_FAILED');
    expect(canary.connections()).toBe(0);
    expect(await ask(both, '127.0.0.2'), 'it listens where it was not asked').toBe('canary');
  });

  it('opens no connection if a name changes to a non-public address between two requests', {
    tags: ['DHOOK-18'],
  }, async () => {
    const receiver = await receive((_, reply) => reply.end());
    for (const scheme of schemes) {
      const answers = [['127.0.0.1'], ['10.0.0.1']];
      const client = outgoing({ allowLoopback: true, resolve: async () => answers.shift() ?? [] });
      const url = `${scheme}://shop.example:${receiver.port}/`;
      const first = scheme === 'http' ? { kind: 'replied' } : { failure: 'TLS_FAILED' };
      expect(await post(client, url), scheme).toMatchObject(first);
      expect(await post(client, url), scheme).toEqual({ kind: 'failed', failure: 'ADDRESS_REFUSED' });
    }
    expect(receiver.connections()).toBe(2);
  });

  it('refuses a public address without TLS, by address or by name', async () => {
    for (const allowLoopback of [false, true]) {
      const resolve = async () => ['8.8.8.8', '2606:4700:4700::1111'];
      const client = outgoing({ allowLoopback, resolve });
      for (const host of ['8.8.8.8', '[2606:4700:4700::1111]', 'shop.example', '134744072'])
        expect(await post(client, `http://${host}:9/`), host).toEqual({
          kind: 'failed',
          failure: 'TLS_REQUIRED',
        });
    }
  });

  it('refuses non-public addresses in development, except loopback', { tags: ['DHOOK-19'] }, async () => {
    for (const host of ['0.0.0.0', '[::]', '10.0.0.1', '169.254.169.254', '[fe80::1]']) {
      for (const scheme of schemes) {
        const reply = await post(outgoing({ allowLoopback: true }), `${scheme}://${host}:9/`);
        expect(reply, `${scheme} ${host}`).toEqual({ kind: 'failed', failure: 'ADDRESS_REFUSED' });
      }
    }
  });
});

describe('a connection', () => {
  /** Replaces the function that connects. @returns a spy on its calls. */
  function mockConnect(make: (options: net.TcpNetConnectOpts) => Socket) {
    const spy = vi.spyOn(net, 'connect').mockImplementation(make as typeof net.connect);
    open.push({ close: () => spy.mockRestore() });
    return spy;
  }
  const connect = net.connect;

  it('closes a connection to an address other than the resolved one before sending anything', {
    tags: ['DHOOK-18'],
  }, async () => {
    const received: Buffer[] = [];
    const canary = await listen(
      createTcpServer((socket) => void socket.on('data', (part) => received.push(part))),
      '127.0.0.2',
    );
    mockConnect((options) => connect({ ...options, lookup: undefined, host: '127.0.0.2' }));
    const client = outgoing({ networks: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] });
    for (const host of ['shop.example', '127.0.0.1'])
      expect(await post(client, `http://${host}:${canary.port}/`), host).toEqual({
        kind: 'failed',
        failure: 'ADDRESS_REFUSED',
      });
    await expect.poll(canary.openConnections).toBe(0);
    expect([canary.connections(), received]).toEqual([2, []]);
  });

  it('tries each address of a name for three seconds before the next', async () => {
    const receiver = await receive((_, reply) => reply.end());
    const spy = mockConnect(connect);
    await post(outgoing({ allowLoopback: true }), `http://localhost:${receiver.port}/`);
    expect(spy.mock.calls).toMatchObject([[{ autoSelectFamilyAttemptTimeout: 3000 }]]);
  });

  it('abandons a pending connection when its request times out', async () => {
    const socket = new Socket();
    mockConnect(() => socket);
    const reply = await post(outgoing({ allowLoopback: true, timeoutMs: 120 }), 'http://127.0.0.1:9/');
    expect(reply).toEqual({ kind: 'failed', failure: 'TIMEOUT' });
    await expect.poll(() => socket.destroyed, { timeout: 10_000 }).toBe(true);
  });
});

describe('an unacceptable URL', () => {
  it.each([
    '',
    'shop.example/hooks',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:0',
    'http://',
    'http://user@8.8.8.8/',
    'http://user:pass@8.8.8.8/',
    'http://:pass@8.8.8.8/',
    'http://256.1.1.1/',
    'unix:/run/x.sock',
  ])('refuses %s', async (url) => {
    expect(await post(outgoing(), url)).toEqual({ kind: 'failed', failure: 'URL_REFUSED' });
  });
});

describe('a misbehaving receiver', () => {
  const client = (options: Partial<OutgoingOptions> = {}) =>
    outgoing({ allowLoopback: true, timeoutMs: 120, ...options });
  const timeout = { kind: 'failed', failure: 'TIMEOUT' };
  /** Creates a client for failures other than time-outs, because 120 ms can be too short on a busy machine. */
  const clientWithLongTimeout = (options: Partial<OutgoingOptions> = {}) =>
    client({ timeoutMs: 60_000, ...options });

  it('times out if the receiver accepts the connection and sends nothing', async () => {
    const receiver = await listen(createTcpServer((socket) => void socket.resume()));
    expect(await post(client(), `http://127.0.0.1:${receiver.port}/`)).toEqual(timeout);
    await expect.poll(receiver.openConnections).toBe(0);
  });

  it('times out if the name server does not respond', async () => {
    const never = () => new Promise<never>(() => {});
    expect(await post(client({ resolve: never }), 'http://shop.example/')).toEqual(timeout);
  });

  it.each(['sends nothing', 'has a name that no name server answers'])(
    'times out after exactly 15 seconds if the receiver %s',
    { tags: ['DHOOK-10'] },
    async (how) => {
      const receiver = await listen(createTcpServer((socket) => void socket.resume()));
      const asked = vi.fn(() => new Promise<never>(() => {}));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        let received: OutgoingReply | null = null;
        const host = how === 'sends nothing' ? '127.0.0.1' : 'shop.example';
        const patient = outgoing({ allowLoopback: true, resolve: asked });
        void post(patient, `http://${host}:${receiver.port}/`).then((answer) => {
          received = answer;
        });
        while (receiver.openConnections() + asked.mock.calls.length === 0) await new Promise(setImmediate);
        await vi.advanceTimersByTimeAsync(14_999);
        // Waits for some turns of the event loop, after which a shorter connection time-out would have shown.
        for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
        expect(received).toBeNull();
        await vi.advanceTimersByTimeAsync(1);
        expect(received).toEqual(timeout);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('times out if the body arrives slowly in small parts', {
    tags: ['DHOOK-10'],
  }, async () => {
    const { port } = await receive(async (_, reply) => {
      reply.writeHead(200);
      while (!reply.destroyed) {
        reply.write('.');
        await delay(10);
      }
    });
    const reply = await post(client(), `http://127.0.0.1:${port}/`);
    expect(reply).toMatchObject({ ...timeout, partial: { status: 200 } });
    expect(reply.kind === 'failed' && reply.partial?.bodyBytes).toBeGreaterThan(0);
  });

  it('times out if headers arrive slowly', async () => {
    const { port } = await listen(
      createTcpServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('x: y\r\n'), 10);
        socket.on('error', () => {}).on('close', () => clearInterval(timer));
      }),
    );
    expect(await post(client(), `http://127.0.0.1:${port}/`)).toEqual(timeout);
  });

  it('reads no more than the limit', { tags: ['DHOOK-11'] }, async () => {
    let sent = 0;
    const { port } = await receive((_, reply) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const pour = () => {
        while (!reply.destroyed && sent < 1e9) {
          sent += chunk.byteLength;
          if (!reply.write(chunk)) return void reply.once('drain', pour);
        }
      };
      pour();
    });
    const reply = await post(clientWithLongTimeout(), `http://127.0.0.1:${port}/`);
    expect(reply).toMatchObject({ kind: 'replied', status: 200 });
    expect(reply.kind === 'replied' && reply.body.byteLength).toBe(64 * 1024);
    expect(sent).toBeLessThan(50e6);
  });

  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  it.each([
    ['informational replies', '', 'HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n'],
    ['empty lines', '', '\r\n'],
    ['chunk extensions', `${chunked}1;`, 'extension'],
    ['zeros before the length of a chunk', chunked, '0'],
  ])('fails if the receiver sends endless %s', { tags: ['DHOOK-11'] }, async (_, head, part) => {
    const { port } = await listen(
      createTcpServer((socket) => {
        const parts = part.repeat(64 * 1024);
        const pour = () => {
          while (!socket.destroyed) if (!socket.write(parts)) return void socket.once('drain', pour);
        };
        socket.on('error', () => {}).write(head);
        pour();
      }),
    );
    expect(await post(clientWithLongTimeout(), `http://127.0.0.1:${port}/`)).toMatchObject({
      kind: 'failed',
      failure: 'REPLY_UNREADABLE',
    });
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['an invalid status line', 'HTTP/1.1 OK 200\r\n\r\n'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
    [
      'an unrequested 100 Continue',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
    ],
    [
      'an unrequested switch of protocols',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
    ],
  ])('reports REPLY_UNREADABLE for %s', async (_, answer) => {
    const { port } = await listen(createTcpServer((socket) => void socket.write(answer)));
    expect(await post(clientWithLongTimeout(), `http://127.0.0.1:${port}/`)).toEqual({
      kind: 'failed',
      failure: 'REPLY_UNREADABLE',
    });
  });

  it('returns the part of a reply that was received before the time-out', async () => {
    const { port } = await receive((_, reply) => {
      reply.writeHead(200, { server: 'nginx', 'retry-after': '7', 'content-length': '10' }).write('half');
    });
    const reply = await post(client(), `http://127.0.0.1:${port}/`);
    expect(reply).toMatchObject({
      ...timeout,
      partial: { status: 200, retryAfter: '7', headers: { server: 'nginx' }, bodyBytes: 4 },
    });
  });

  it.each([
    ['is missing', client, (socket: Socket) => void socket.resume()],
    ['does not end', client, (socket: Socket) => void socket.resume().write('HTTP/1.1 200 OK\r\n\r\n')],
    [
      'is longer than the limit',
      clientWithLongTimeout,
      (socket: Socket) => void socket.resume().write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(900_000)}`),
    ],
  ])('opens no second connection after abandoning a reply that %s', async (_, from, take) => {
    const receiver = await listen(createTcpServer(take));
    const outgoing = from();
    await Promise.all(Array.from({ length: 5 }, () => post(outgoing, `http://127.0.0.1:${receiver.port}/`)));
    await expect.poll(receiver.openConnections).toBe(0);
    // Long enough to see a second connection, which would be opened in the same turn in which the socket is destroyed.
    await delay(50);
    expect(receiver.connections()).toBe(5);
  });

  describe('a TLS connection', () => {
    /** Starts a receiver with a trusted certificate that handles each connection once it is encrypted. */
    async function receiveEncrypted(take: (socket: Socket) => void) {
      const connect = tls.connect.bind(tls) as (options: tls.ConnectionOptions) => tls.TLSSocket;
      const trusting = (options: tls.ConnectionOptions) =>
        connect({ ...options, ca: localhostCertificate.cert });
      const spy = vi.spyOn(tls, 'connect').mockImplementation(trusting as typeof tls.connect);
      open.push({ close: () => spy.mockRestore() });
      // In this version, the last handshake message and the first data arrive together.
      const server = tls.createServer({ ...localhostCertificate, maxVersion: 'TLSv1.2' }, (socket) => {
        take(socket.on('error', () => {}));
      });
      const { port } = await listen(server);
      return `https://localhost:${port}/`;
    }

    it('fails if the receiver sends endless data before a reply', {
      tags: ['DHOOK-11'],
    }, async () => {
      let sent = 0;
      const url = await receiveEncrypted((socket) => {
        const lines = '\r\n'.repeat(32 * 1024);
        const pour = () => {
          while (!socket.destroyed && sent < 64e6) {
            sent += lines.length;
            if (!socket.write(lines)) return void socket.once('drain', pour);
          }
        };
        pour();
      });
      expect(await post(clientWithLongTimeout(), url)).toEqual({
        kind: 'failed',
        failure: 'REPLY_UNREADABLE',
      });
      expect(sent).toBeLessThan(16e6);
    });

    it('accepts a reply that arrives together with the last handshake message', async () => {
      const url = await receiveEncrypted((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        socket.resume();
      });
      expect(await post(clientWithLongTimeout(), url)).toMatchObject({ kind: 'replied', status: 200 });
    });
  });

  it.each([
    ['closes at once', '', 'CONNECTION_FAILED'],
    ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'REPLY_UNREADABLE'],
    ['sends endless headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}\r\n\r\n`, 'REPLY_UNREADABLE'],
    ['cuts its body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort', 'CONNECTION_FAILED'],
    [
      'sends two lengths',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      'REPLY_UNREADABLE',
    ],
  ])('reports a failure if the receiver %s', async (_, bytes, failure) => {
    const { port } = await listen(createTcpServer((socket) => void socket.on('error', () => {}).end(bytes)));
    const reply = await post(clientWithLongTimeout(), `http://127.0.0.1:${port}/`);
    expect(reply).toMatchObject({ kind: 'failed', failure });
  });

  it('distinguishes a refused connection, an unknown name and a server without TLS', async () => {
    const gone = await receive((_, reply) => reply.end());
    await open.pop()!.close();
    expect(await post(clientWithLongTimeout(), `http://127.0.0.1:${gone.port}/`)).toEqual({
      kind: 'failed',
      failure: 'CONNECTION_FAILED',
    });
    const resolve = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    expect(await post(clientWithLongTimeout({ resolve }), 'http://nowhere.example/')).toEqual({
      kind: 'failed',
      failure: 'NAME_NOT_FOUND',
    });
    const plain = await receive((_, reply) => reply.end());
    expect(await post(clientWithLongTimeout(), `https://127.0.0.1:${plain.port}/`)).toEqual({
      kind: 'failed',
      failure: 'TLS_FAILED',
    });
  });

  it('closes the connection immediately when the caller aborts', async () => {
    const { port } = await listen(createTcpServer((socket) => void socket.resume()));
    const caller = new AbortController();
    const reply = post(clientWithLongTimeout(), `http://127.0.0.1:${port}/`, { signal: caller.signal });
    setTimeout(() => caller.abort(), 20);
    expect(await reply).toEqual({ kind: 'failed', failure: 'ABORTED' });
  });
});
