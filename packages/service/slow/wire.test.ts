import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceProcess } from './service-process.ts';

const start = '/orchestration-api/v1/init-workflow';
let service: ServiceProcess;
let body: string;
let head: string[];

beforeAll(async () => {
  service = await ServiceProcess.create();
  await service.start();
  const { apiKey, workflows } = service.development;
  body = JSON.stringify({ workflowId: workflows[0]?.id, inputs: { user_id: 'é' } });
  head = [
    `POST ${start} HTTP/1.1`,
    'host: localhost',
    `x-api-key: ${apiKey}`,
    'content-type: application/json',
  ];
});
afterAll(() => service.remove());

/** Sends raw bytes, and reads the reply until the service closes the connection. */
async function exchange(lines: readonly string[], ...parts: readonly string[]): Promise<string> {
  const socket = connect(service.port, '127.0.0.1');
  let reply = '';
  socket.on('data', (bytes) => {
    reply += bytes.toString();
  });
  socket.write(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`);
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return reply;
}

const lengthOf = (text: string) => `content-length: ${Buffer.byteLength(text)}`;
const chunkOf = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const lastChunk = '0\r\n\r\n';
const chunked = 'transfer-encoding: chunked';

describe('raw HTTP', () => {
  it('sends each standard header and the length of the reply exactly once', async () => {
    const reply = await exchange([...head, lengthOf(body)], body);
    const [heads = '', data = ''] = reply.split('\r\n\r\n');
    const headers = heads.toLowerCase().split('\r\n');
    expect(headers[0]).toBe('http/1.1 200 ok');
    for (const name of [
      'content-type: application/json',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'ratelimit-policy: ',
      'x-request-id: ',
      lengthOf(data),
    ]) {
      expect(headers.filter((header) => header.startsWith(name))).toHaveLength(1);
    }
    expect(JSON.parse(data)).toMatchObject({ data: { requiresClientInit: true } });
  });

  it('accepts a body in any chunks', async () => {
    const bytes = [...body];
    expect(await exchange([...head, lengthOf(body)], ...bytes)).toContain('200 OK');
    expect(await exchange([...head, chunked], ...bytes.map(chunkOf), lastChunk)).toContain('200 OK');
  });

  it('refuses an oversized body with or without a declared length', async () => {
    expect(await exchange([...head, 'content-length: 1000000'])).toContain('413 ');
    const much = chunkOf('x'.repeat(60_000));
    expect(await exchange([...head, chunked], much, much, much, much, much, lastChunk)).toContain('413 ');
  });

  it('refuses a request with both content-length and transfer-encoding', async () => {
    // Sends no body: unread bytes would make the service reset the connection instead of closing it.
    expect(await exchange([...head, chunked, lengthOf(body)])).toContain('400 Bad Request');
  });

  it('answers HEAD like GET, without the body', async () => {
    const reply = await exchange(['HEAD /healthz HTTP/1.1', 'host: localhost']);
    expect(reply).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(reply.toLowerCase()).toContain('\r\nx-frame-options: deny\r\n');
    expect(reply.split('\r\n\r\n')[1]).toBe('');
  });

  it('logs no error if a client disconnects while sending a body', async () => {
    const socket = connect(service.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${[...head, lengthOf(body)].join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
    // The answer to this later request shows that the first one has reached its handler.
    expect(await exchange([...head, lengthOf(body)], body)).toContain('200 OK');
    socket.destroy();
    expect(await exchange([...head, lengthOf(body)], body)).toContain('200 OK');
    await service.stop();
    expect(service.log).toContain('The service has stopped.');
    expect(service.log).not.toContain('A request failed.');
  });
});
