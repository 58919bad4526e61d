import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { webhookEnvelopeSchema } from '@vendor/contract';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ServiceProcess } from './service-process.ts';

const binary = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const within = { timeout: 30_000 };

let service: ServiceProcess;
let account: string;
let workflow: string;
let key: string;

beforeAll(async () => {
  service = await ServiceProcess.create();
  await service.start();
  account = (await ask('account create --name Shop')).id!;
  const { stdout } = await run('workflow example e-mail-and-phone');
  workflow = (await ask(`workflow import - --account ${account}`, stdout)).id!;
  key = (await ask(`key create --account ${account} --mode test`)).key!;
});
afterAll(() => service.remove());

const environment = () => ({ PATH: process.env.PATH, DATA_DIR: service.folder, PORT: String(service.port) });

async function run(line: string, input = '') {
  const running = promisify(execFile)(process.execPath, [binary, ...line.split(' ')], { env: environment() });
  running.child.stdin?.end(input);
  return running.then(
    (output) => ({ code: 0, ...output }),
    (error) => error as { code: number; stdout: string; stderr: string },
  );
}

async function ask<Data = Record<string, string>>(line: string, input?: string): Promise<Data> {
  const { code, stdout, stderr } = await run(`${line} --json`, input);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

async function startExecution(): Promise<string> {
  const reply = await fetch(`${service.url}/orchestration-api/v1/init-workflow`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      workflowId: workflow,
      inputs: { user_id: 'u', email: 'a@b.example', phone_number: '+4930123456' },
    }),
  });
  const { data } = (await reply.json()) as { data: { executionId: string } };
  return data.executionId;
}

/** Opens an application of an integrator, which records its deliveries. */
async function openApplication(answer: () => number) {
  const posts: { headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    posts.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
    response.writeHead(answer(), { server: 'nginx' }).end('thanks');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/webhooks`;
  return { posts, url, close: () => server.close() };
}

/** `orchestration listen`, running. */
function listen(line: string): { child: ChildProcess; said: () => string; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [binary, ...`listen ${line}`.split(' ')], { env: environment() });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      said += text.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, said: () => said, ended };
}

it('a test delivery verifies, says that it is one, and tells what the receiver answered', async () => {
  let status = 202;
  const application = await openApplication(() => status);
  try {
    const { id, secret } = await ask(`webhook add --account ${account} --url ${application.url}`);
    const { secret: fresh } = await ask(`webhook rotate-secret ${id}`);
    const taken = await ask<{ verdict: unknown; response: unknown }>(`webhook test ${id}`);
    expect(taken).toMatchObject({
      verdict: { kind: 'delivered', status: 202 },
      response: { headers: { server: 'nginx' }, bodyBytes: 6 },
    });
    const [post] = application.posts;
    for (const one of [secret!, fresh!])
      expect(() =>
        new Webhook(one).verify(post!.body, post!.headers as Record<string, string>),
      ).not.toThrow();
    const { data } = webhookEnvelopeSchema.parse(JSON.parse(post!.body));
    expect(post!.headers['webhook-id']).toMatch(/^test_/);
    expect(data).toMatchObject({ status: 'REVIEW', workflow: { name: 'Test delivery' } });
    status = 401;
    const refused = await run(`webhook test ${id} --event updated`);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('HTTP_401');
    expect(refused.stdout).toContain('secret');
    expect(await ask(`webhook deliveries --endpoint ${id}`)).toEqual([]);
    await ask(`webhook remove ${id}`);
  } finally {
    application.close();
  }
});

it('listening prints events and passes them on, byte by byte, and answers as the application does', async () => {
  let status = 500;
  const application = await openApplication(() => status);
  const listening = listen(`--account ${account} --forward ${application.url} --event finished`);
  try {
    await vi.waitFor(() => expect(listening.said()).toContain('secret  whsec_'), within);
    const secret = /secret {2}(\S+)/.exec(listening.said())![1]!;
    const executionId = await startExecution();
    await vi.waitFor(() => expect(listening.said()).toContain('→ 500'), within);
    const [post] = application.posts;
    const headers = post!.headers as Record<string, string>;
    expect(new Webhook(secret).verify(post!.body, headers)).toMatchObject({ data: { id: executionId } });
    expect(listening.said()).toContain(`execution ${executionId}  number 1  ${headers['webhook-id']} → 500`);
    // Failures here count for the service: it logs them, and waits for the next attempt.
    await vi.waitFor(async () => {
      const [delivery] = await ask<{ id: string }[]>(`webhook deliveries --execution ${executionId}`);
      expect(delivery).toMatchObject({ state: 'pending', attempts: 1, lastError: 'HTTP_500' });
      const { log } = await ask<{ log: unknown[] }>(`webhook delivery ${delivery!.id}`);
      expect(log).toMatchObject([{ number: 1, status: 500, error: 'HTTP_500' }]);
    }, within);
    // Listening goes on after an answer that would disable an endpoint of the integrator's.
    status = 410;
    const gone = await startExecution();
    await vi.waitFor(
      () => expect(listening.said()).toMatch(new RegExp(`${gone}.* → 410 \\(.*disable`)),
      within,
    );
    status = 200;
    const second = await startExecution();
    await vi.waitFor(() => expect(listening.said()).toMatch(new RegExp(`${second}.* → 200`)), within);
    listening.child.kill('SIGINT');
    expect(await listening.ended).toBe(0);
    expect(listening.said()).toContain('Events received: 3.');
    expect(await ask(`webhook list --account ${account}`)).toEqual([]);
  } finally {
    listening.child.kill('SIGKILL');
    application.close();
  }
});

it('removes the endpoint that a killed listener left', async () => {
  const killed = listen(`--account ${account}`);
  await vi.waitFor(() => expect(killed.said()).toContain('secret'), within);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(await ask(`webhook list --account ${account}`)).toHaveLength(1);
  const next = listen(`--account ${account} --json`);
  try {
    await vi.waitFor(() => expect(next.said()).toContain('secret'), within);
    expect(await ask(`webhook list --account ${account}`)).toMatchObject([
      { id: JSON.parse(next.said()).id },
    ]);
    next.child.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(await ask(`webhook list --account ${account}`)).toEqual([]);
  } finally {
    next.child.kill('SIGKILL');
  }
});
