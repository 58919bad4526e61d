import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import parse, { type MetricFamily } from 'parse-prometheus-text-format';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { jpegOf } from './traffic.ts';

let service: ServiceProcess;
let metricsUrl: string;

beforeAll(async () => {
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  service = await ServiceProcess.create();
  service.settings = { METRICS_PORT: String(port) };
  await service.start();
});
afterAll(() => service.remove());

async function read(): Promise<Map<string, MetricFamily['metrics']>> {
  const text = await (await fetch(metricsUrl)).text();
  return new Map(parse(text).map(({ name, metrics }) => [name, metrics]));
}

/** Adds up all samples of a metric with these labels. */
async function sumOf(name: string, labels: Record<string, string> = {}): Promise<number> {
  const samples = (await read()).get(name) ?? [];
  return samples
    .filter(({ labels: own }) => Object.entries(labels).every(([label, value]) => own?.[label] === value))
    .reduce((sum, { value }) => sum + Number(value), 0);
}

it('reports checks, replies and killed decoder processes, but no ids, tokens or keys', async () => {
  const client = new ServiceClient(service);
  const { token, executionId } = await client.start('Identity document', { user_id: 'canary-user' });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  const front = await client.putFront(sessionKey, 1, jpegOf(50_000));
  await client.submitPassport(sessionKey, 1, front);
  const checks = async () =>
    (await (await fetch(metricsUrl)).text()).match(/^orchestration_check_seconds_count.*$/gm);
  await vi.waitFor(
    async () => expect(await checks()).toEqual(['orchestration_check_seconds_count{kind="document"} 1']),
    {
      timeout: 60_000,
    },
  );
  expect(await sumOf('orchestration_http_replies_total', { status: '200' })).toBeGreaterThan(3);
  expect(await sumOf('orchestration_uploads_in_progress')).toBe(0);
  expect(await sumOf('orchestration_decoder_processes', { pool: 'documents' })).toBe(1);
  const ended = () => sumOf('orchestration_decoder_processes_ended_total', { cause: 'exited' });
  expect(await ended()).toBe(0);
  for (const pid of childrenOf(service.pid)) process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await ended()).toBeGreaterThan(0), { timeout: 30_000 });
  const text = await (await fetch(metricsUrl)).text();
  for (const secret of [executionId, token, 'canary-user', service.development.apiKey])
    expect(text).not.toContain(secret);
});

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}
