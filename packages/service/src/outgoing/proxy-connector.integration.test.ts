import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { localhostCertificate } from '../../testing/localhost-certificate.ts';
import { createOutgoing, type OutgoingOptions } from './create-outgoing.ts';
import type { OutgoingReply } from './outgoing.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a receiver with the certificate of `localhost`. */
async function receive() {
  const paths: (string | undefined)[] = [];
  const server = createHttpsServer(localhostCertificate, (request, response) => {
    paths.push(request.url);
    response.end('taken');
  });
  return { paths, port: await listen(server) };
}

/** Starts a proxy that always connects to a port of this machine, and records the requested addresses. */
async function proxyTo(port: number, { isEncrypted = false, asksFor = '' } = {}) {
  const asked: string[] = [];
  const server = isEncrypted ? createHttpsServer(localhostCertificate) : createHttpServer();
  server.on('connect', ({ url, headers }: IncomingMessage, socket: Socket) => {
    asked.push(`${url}`);
    socket.on('error', () => {});
    if (asksFor !== (headers['proxy-authorization'] ?? ''))
      return void socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n',
      );
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\nVia: 1.1 proxy\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  return { asked, port: await listen(server) };
}

async function send(url: string, options: Partial<OutgoingOptions>): Promise<OutgoingReply> {
  const certificates = localhostCertificate.cert;
  const outgoing = createOutgoing({ allowLoopback: false, timeoutMs: 60_000, certificates, ...options });
  closings.push(() => outgoing.close());
  const body = Buffer.from('{}');
  return outgoing.send({ url, method: 'POST', headers: {}, body, signal: new AbortController().signal });
}

const failLookup = () => Promise.reject(Object.assign(new Error('no name server'), { code: 'ESERVFAIL' }));
/** Resolves the proxy to this machine, and receivers to the given addresses. */
const resolveTo = (addresses: readonly string[]) => async (name: string) =>
  name === 'localhost' ? ['127.0.0.1'] : addresses;

it('sends a request through the proxy to a public name, and checks the certificate of the receiver', {
  tags: ['DHOOK-64'],
}, async () => {
  const receiver = await receive();
  const proxy = await proxyTo(receiver.port);
  const options = { proxy: `http://127.0.0.1:${proxy.port}`, resolve: resolveTo(['8.8.8.8']) };
  // The certificate is for `localhost`, which is never requested from a proxy, so only its name is refused.
  expect(await send('https://hooks.example/a', options)).toEqual({
    kind: 'failed',
    failure: 'CERTIFICATE_OF_ANOTHER_HOST',
  });
  expect(await send('https://hooks.example:8443/a', { ...options, resolve: failLookup })).toMatchObject({
    failure: 'CERTIFICATE_OF_ANOTHER_HOST',
  });
  expect(proxy.asked).toEqual(['hooks.example:443', 'hooks.example:8443']);
});

it.each([
  ['http', '', ''],
  ['https', '', ''],
  ['http', 'user:p%40ss%20%C3%BC@', `Basic ${Buffer.from('user:p@ss ü').toString('base64')}`],
])('sends request and reply through an %s proxy with the credentials "%s"', async (scheme, user, asksFor) => {
  const receiver = await receive();
  const proxy = await proxyTo(receiver.port, { isEncrypted: scheme === 'https', asksFor });
  // Disables Node's check of the name in the certificate, which is not that of the receiver.
  const { checkServerIdentity } = tls;
  tls.checkServerIdentity = () => undefined;
  closings.push(() => {
    tls.checkServerIdentity = checkServerIdentity;
  });
  const reply = await send('https://hooks.example/in', {
    proxy: `${scheme}://${user}localhost:${proxy.port}`,
    resolve: resolveTo(['8.8.8.8', '2001:4860:4860::8888']),
  });
  expect(reply).toMatchObject({ kind: 'replied', status: 200 });
  expect(receiver.paths).toEqual(['/in']);
});

it('connects directly to allowed networks, and to this machine if allowed', async () => {
  const receiver = await receive();
  const proxy = await proxyTo(receiver.port);
  const named = { proxy: `http://127.0.0.1:${proxy.port}`, networks: ['127.0.0.0/8'] };
  for (const options of [named, { ...named, networks: [], allowLoopback: true }])
    expect(await send(`https://localhost:${receiver.port}/`, options)).toMatchObject({ status: 200 });
  expect(proxy.asked).toEqual([]);
});

it.each([
  ['https://10.1.2.3/', ['8.8.8.8']],
  ['https://127.0.0.1/', []],
  ['https://localhost/', []],
  ['https://[::1]/', []],
  ['https://[::ffff:10.0.0.1]/', []],
  ['https://169.254.169.254/', []],
  ['https://100.100.100.200/', []],
  ['https://hooks.example/', ['10.1.2.3']],
  ['https://hooks.example/', ['8.8.8.8', '10.1.2.3']],
  ['https://hooks.example/', ['169.254.169.254']],
])('requests no forbidden address from the proxy: %s (%j)', async (url, addresses) => {
  const proxy = await proxyTo(1);
  const options = { proxy: `http://127.0.0.1:${proxy.port}`, networks: ['10.9.0.0/16'] };
  expect(await send(url, { ...options, resolve: resolveTo(addresses) })).toEqual({
    kind: 'failed',
    failure: 'ADDRESS_REFUSED',
  });
  expect(proxy.asked).toEqual([]);
});

it('sends nothing through the proxy without TLS', async () => {
  const proxy = await proxyTo(1);
  const options = { proxy: `http://127.0.0.1:${proxy.port}`, resolve: resolveTo(['8.8.8.8']) };
  expect(await send('http://hooks.example/', options)).toMatchObject({ failure: 'TLS_REQUIRED' });
  expect(proxy.asked).toEqual([]);
});

it('distinguishes a proxy that fails, a proxy that refuses, and a receiver that cannot be reached', async () => {
  const resolve = resolveTo(['8.8.8.8']);
  const through = (port: number, user = '') =>
    send('https://hooks.example/', { resolve, proxy: `http://${user}127.0.0.1:${port}` });
  const asking = await proxyTo(1, { asksFor: 'Basic x' });
  expect(await through(asking.port, 'user:wrong@')).toMatchObject({ failure: 'PROXY_REFUSED' });
  const open = await proxyTo(1);
  expect(await through(open.port)).toMatchObject({ failure: 'CONNECTION_FAILED' });
  const answers = ['', 'SSH-2.0-OpenSSH_9.2\r\n', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`];
  for (const answer of answers) {
    const odd = createHttpServer().on('connect', (_, socket: Socket) => {
      socket.on('error', () => {}).end(answer);
    });
    expect(await through(await listen(odd)), answer.slice(0, 20)).toMatchObject({ failure: 'PROXY_FAILED' });
  }
  const gone = await proxyTo(1);
  await closings.pop()?.();
  expect(await through(gone.port)).toMatchObject({ failure: 'PROXY_FAILED' });
});

it('trusts a private CA in addition to the public roots, and no other CA', async () => {
  const receiver = await receive();
  const at = `https://localhost:${receiver.port}/`;
  const options = { allowLoopback: true };
  expect(await send(at, options)).toMatchObject({ kind: 'replied', status: 200 });
  expect(await send(at, { ...options, certificates: undefined })).toMatchObject({
    failure: 'CERTIFICATE_UNTRUSTED',
  });
});
