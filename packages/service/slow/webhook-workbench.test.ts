import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { webhookEnvelopeSchema } from '@vendor/contract';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { builtEntry } from './built-entry.ts';
import { ServiceProcess } from './service-process.ts';

const binary = builtEntry('cli');
const within = { timeout: 30_000 };

let service: ServiceProcess;
let account: string;
let workflow: string;
let key: string;

beforeAll(async () => {
  service = await ServiceProcess.create();
  await service.start();
  account = (await runJson('account create --name Shop')).id!;
  const { stdout } = await run('workflow example e-mail-and-phone');
  workflow = (await runJson(`workflow import - --account ${account}`, stdout)).id!;
  key = (await runJson(`key create --account ${account} --mode test`)).key!;
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

async function runJson<Data = Record<string, string>>(line: string, input?: string): Promise<Data> {
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

/** Opens an integrator's application, which records its deliveries. */
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

/** Starts `orchestration listen`. */
function listen(line: string): { child: ChildProcess; output: () => string; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [binary, ...`listen ${line}`.split(' ')], { env: environment() });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, output: () => output, ended };
}

it("sends a test delivery that verifies and is marked as a test, and prints the receiver's answer", async () => {
  let status = 202;
  const application = await openApplication(() => status);
  try {
    const { id, secret } = await runJson(`webhook add --account ${account} --url ${application.url}`);
    const { secret: fresh } = await runJson(`webhook rotate-secret ${id}`);
    const taken = await runJson<{ verdict: unknown; response: unknown }>(`webhook test ${id}`);
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
    expect(await runJson(`webhook deliveries --endpoint ${id}`)).toEqual([]);
    await runJson(`webhook remove ${id}`);
  } finally {
    application.close();
  }
});

it("prints events while listening, forwards them unchanged, and returns the application's answers", async () => {
  let status = 500;
  const application = await openApplication(() => status);
  const listening = listen(`--account ${account} --forward ${application.url} --event finished`);
  try {
    await vi.waitFor(() => expect(listening.output()).toContain('secret  whsec_'), within);
    const secret = /secret {2}(\S+)/.exec(listening.output())![1]!;
    const executionId = await startExecution();
    await vi.waitFor(() => expect(listening.output()).toContain('→ 500'), within);
    const [post] = application.posts;
    const headers = post!.headers as Record<string, string>;
    expect(new Webhook(secret).verify(post!.body, headers)).toMatchObject({ data: { id: executionId } });
    expect(listening.output()).toContain(
      `execution ${executionId}  number 1  ${headers['webhook-id']} → 500`,
    );
    // A failed answer counts as one to the service, which logs it and schedules a retry.
    await vi.waitFor(async () => {
      const [delivery] = await runJson<{ id: string }[]>(`webhook deliveries --execution ${executionId}`);
      expect(delivery).toMatchObject({ state: 'pending', attempts: 1, lastError: 'HTTP_500' });
      const { log } = await runJson<{ log: unknown[] }>(`webhook delivery ${delivery!.id}`);
      expect(log).toMatchObject([{ number: 1, status: 500, error: 'HTTP_500' }]);
    }, within);
    // Listening continues after an answer that would disable a usual endpoint.
    status = 410;
    const gone = await startExecution();
    await vi.waitFor(
      () => expect(listening.output()).toMatch(new RegExp(`${gone}.* → 410 \\(.*disable`)),
      within,
    );
    status = 200;
    const second = await startExecution();
    await vi.waitFor(() => expect(listening.output()).toMatch(new RegExp(`${second}.* → 200`)), within);
    listening.child.kill('SIGINT');
    expect(await listening.ended).toBe(0);
    expect(listening.output()).toContain('Events received: 3.');
    expect(await runJson(`webhook list --account ${account}`)).toEqual([]);
  } finally {
    listening.child.kill('SIGKILL');
    application.close();
  }
});

it('removes the endpoint that a killed listener left', async () => {
  const killed = listen(`--account ${account}`);
  await vi.waitFor(() => expect(killed.output()).toContain('secret'), within);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(await runJson(`webhook list --account ${account}`)).toHaveLength(1);
  const next = listen(`--account ${account} --json`);
  try {
    await vi.waitFor(() => expect(next.output()).toContain('secret'), within);
    expect(await runJson(`webhook list --account ${account}`)).toMatchObject([
      { id: JSON.parse(next.output()).id },
    ]);
    next.child.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(await runJson(`webhook list --account ${account}`)).toEqual([]);
  } finally {
    next.child.kill('SIGKILL');
  }
});
