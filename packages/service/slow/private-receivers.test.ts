import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, isIPv6, type Server, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operate } from './operate.ts';
import { ServiceProcess } from './service-process.ts';

/** A private address of this machine other than loopback; null if it has none. */
const ownAddress =
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .map(({ address }) => address)
    .find((address) => ['private', 'uniqueLocal'].includes(ipaddr.parse(address).range())) ?? null;

let home: string;
let service: ServiceProcess;
const servers: Server[] = [];
const asked: string[] = [];
const received: (string | undefined)[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vo-receivers-'));
  await makeCertificates();
  service = await ServiceProcess.create();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await service.remove();
  rmSync(home, { recursive: true, force: true });
});

/** Creates a private CA and a certificate that it has signed. */
async function makeCertificates(): Promise<void> {
  const openssl = (line: string) => promisify(execFile)('openssl', line.split(' '), { cwd: home });
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  await openssl(`req -x509 ${key} -keyout ca.key -out ca.pem -days 2 -subj /CN=Bank-CA`);
  await openssl(`req -new ${key} -keyout leaf.key -out leaf.csr -subj /CN=hooks`);
  const names = ['DNS:hooks.invalid', ...(ownAddress === null ? [] : [`IP:${ownAddress}`])];
  writeFileSync(join(home, 'leaf.ext'), `subjectAltName=${names.join(',')}\n`);
  const files = '-in leaf.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out leaf.pem -extfile leaf.ext';
  await openssl(`x509 -req ${files} -days 2`);
}

async function listen(server: Server, host: string): Promise<number> {
  servers.push(server.listen(0, host));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const receive = (host: string) =>
  listen(
    createHttpsServer(
      { cert: readFileSync(join(home, 'leaf.pem')), key: readFileSync(join(home, 'leaf.key')) },
      (request, response) => {
        received.push(request.url);
        response.writeHead(204).end();
      },
    ),
    host,
  );

/** Opens a proxy that connects every name to this machine. */
const openProxy = () =>
  listen(
    createHttpServer().on('connect', ({ url, headers }: IncomingMessage, socket: Socket) => {
      asked.push(`${url} ${headers['proxy-authorization']}`);
      const onward = connect(Number(new URL(`x://${url}`).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    }),
    '127.0.0.1',
  );

/** Adds an endpoint by command, and lets the service send it a test event. */
async function testEndpoint(url: string): Promise<object> {
  const account = (await operate(service.folder, 'account create --name Bank')).id;
  const { key } = await operate(service.folder, `key create --account ${account} --for webhooks`);
  // The command allows the networks that the service recorded at its start.
  const { id } = await operate(service.folder, `webhook add --account ${account} --url ${url}`);
  const reply = await fetch(`${service.url}/orchestration-api/v1/webhooks/${id}/test`, {
    method: 'POST',
    headers: { 'x-api-key': key ?? '', 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await reply.json()) as { data: object }).data;
}

async function whileServing(settings: Record<string, string>, work: () => Promise<void>): Promise<void> {
  service.settings = { ALLOW_LOOPBACK: 'false', WEBHOOK_CA_FILE: join(home, 'ca.pem'), ...settings };
  await service.start();
  try {
    await work();
  } finally {
    await service.stop();
  }
}

describe("receivers in the operator's network", () => {
  it.skipIf(ownAddress === null)(
    'delivers over TLS of a private CA if the network is configured',
    async () => {
      const host = ownAddress ?? '';
      const at = `https://${isIPv6(host) ? `[${host}]` : host}:${await receive(host)}/private`;
      await whileServing({ WEBHOOK_NETWORKS: host }, async () => {
        expect(await testEndpoint(at)).toMatchObject({ delivered: true, status: 204 });
      });
      expect(received).toEqual(['/private']);
      await whileServing({}, async () => {
        await expect(testEndpoint(at)).rejects.toThrow('WEBHOOK_NETWORKS');
      });
    },
  );

  it('delivers through the proxy to a name that this machine cannot resolve', async () => {
    const at = `https://hooks.invalid:${await receive('127.0.0.1')}/proxied`;
    const WEBHOOK_PROXY = `http://canary:canary@127.0.0.1:${await openProxy()}`;
    await whileServing({ WEBHOOK_PROXY }, async () => {
      expect(await testEndpoint(at)).toMatchObject({ delivered: true, status: 204 });
    });
    expect(received).toContain('/proxied');
    const credentials = Buffer.from('canary:canary').toString('base64');
    expect(asked).toEqual([`${new URL(at).host} Basic ${credentials}`]);
    expect(service.log).not.toContain('canary');
    expect(readFileSync(join(service.folder, 'settings.json'), 'utf8')).not.toContain('canary');
  });
});
