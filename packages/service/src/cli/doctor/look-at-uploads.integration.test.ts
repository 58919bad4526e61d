import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { readEnvironment } from '../../settings/environment.ts';
import { lookAtUploads } from './look-at-uploads.ts';

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

const ofService = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Runs the check against a server that stands for proxy and service. */
async function lookThrough(answer: (bytes: number, response: ServerResponse) => void, isRunning = true) {
  const server = createServer((request: IncomingMessage, response) => {
    request.resume();
    if (request.method === 'GET') return ofService(response, 200, { data: {} });
    request.on('end', () => answer(Number(request.headers['content-length']), response));
    request.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return lookAtUploads(readEnvironment({ PUBLIC_URL: url }), isRunning, null);
}

/** Makes a proxy that refuses bodies above a limit. */
const limitedTo = (bytes: number, server: string, status = 413) =>
  lookThrough((sent, response) => {
    if (sent <= bytes) return ofService(response, 401, { code: 'UNAUTHORIZED' });
    response.writeHead(status, { server, 'content-type': 'text/html' }).end('<h1>Refused</h1>');
  });

it.each([
  [1_048_576, 'nginx/1.22.1', 'fail', 'A body of 2 MB', 'client_max_body_size 21m'],
  [1_048_576, 'Apache/2.4.62 (Debian)', 'fail', 'A body of 2 MB', 'SecRequestBodyNoFilesLimit 22020096'],
  [1_000_000, 'Caddy', 'fail', 'A body of 2 MB', 'max_size 21MB'],
  [10_485_760, 'awselb/2.0', 'warn', 'A body of 11 MB', 'bodies of 21 MB. See'],
  [15_728_640, '', 'warn', 'A body of 20 MB', 'docs/how-to/proxy.md'],
  [22_020_096, 'nginx', 'ok', 'Bodies of 20 MB reach the service', ''],
])('reports a limit of %d bytes set by %s as %s', async (bytes, server, state, finding, remedy) => {
  const [found, ...others] = await limitedTo(bytes, server);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ check: 'uploads', state, finding: expect.stringContaining(finding) });
  expect(found?.remedy ?? '').toContain(remedy);
});

it.each([403, 502, 504])('reports a body refused with %d', async (status) => {
  expect(await limitedTo(1_000, 'nginx', status)).toMatchObject([
    { state: 'fail', finding: expect.stringContaining(`HTTP ${status}`) },
  ]);
});

it('reports a connection that closes while the body is sent', async () => {
  const found = await lookThrough((_, response) => response.destroy());
  expect(found).toMatchObject([{ state: 'fail', finding: expect.stringContaining('no answer') }]);
});

it('warns about an unreachable address, and sends nothing while the service is not running', async () => {
  const nowhere = readEnvironment({ PUBLIC_URL: 'http://127.0.0.1:1' });
  expect(await lookAtUploads(nowhere, true, null)).toMatchObject([{ state: 'warn' }]);
  expect(await lookAtUploads(nowhere, false, null)).toEqual([]);
});
