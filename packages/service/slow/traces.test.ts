import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const within = { timeout: 60_000, interval: 100 };
const sent = 'POST /orchestration-api/v1/init-workflow';
let service: ServiceProcess;
let collector: Server;
let backend: Server;
let bodies: string[];
let deliveries: IncomingMessage[];

beforeEach(async () => {
  [bodies, deliveries] = [[], []];
  collector = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === '/v1/traces') bodies.push(Buffer.concat(parts).toString());
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  backend = createServer((request, response) => {
    deliveries.push(request);
    request.resume();
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await Promise.all([once(collector, 'listening'), once(backend, 'listening')]);
  service = await ServiceProcess.create(portOf(backend));
});
afterEach(async () => {
  await service.remove();
  for (const server of [collector, backend]) {
    server.close();
    server.closeAllConnections();
  }
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const spans = (): OtlpSpan[] =>
  bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: OtlpSpan[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
const named = (name: string) => spans().filter((span) => span.name === name);
const attributeOf = (span: OtlpSpan | undefined, key: string) =>
  span?.attributes.find((attribute) => attribute.key === key)?.value;

async function startRun(headers: Record<string, string> = {}) {
  const { development } = service;
  const { id } = development.workflows.find(({ name }) => name === 'E-mail and phone')!;
  const inputs = { user_id: 'canary-user', email: 'canary@example.com', phone_number: '+4915112345678' };
  const reply = await fetch(`${service.url}/orchestration-api/v1/init-workflow?canary=query`, {
    method: 'POST',
    headers: { 'x-api-key': development.apiKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ workflowId: id, inputs }),
  });
  expect(reply.status).toBe(200);
  const { data } = (await reply.json()) as { data: { executionId: string; token?: string } };
  return data;
}

it('sends spans of an execution to the collector, from the caller to the webhook, without personal data', async () => {
  service.settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}` };
  await service.start();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const { executionId, token } = await startRun({
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    tracestate: 'vendor=canary',
  });
  await vi.waitFor(() => expect(deliveries).toHaveLength(1), within);
  await vi.waitFor(() => expect(named('webhook')).toHaveLength(1), within);
  const [start] = named(sent);
  expect(start).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  expect(attributeOf(start, 'http.response.status_code')).toEqual({ intValue: 200 });
  const [check] = named('check email');
  expect(attributeOf(check, 'execution.id')).toEqual({ stringValue: executionId });
  expect(named('job evaluate').map(({ spanId }) => spanId)).toContain(check?.parentSpanId);
  // Jobs have traces of their own, because they may belong to another account than the request that woke the runner.
  for (const job of spans().filter(({ name }) => name.startsWith('job '))) {
    expect(job.parentSpanId ?? '').toBe('');
    expect(job.traceId).not.toBe(traceId);
  }
  const [webhook] = named('webhook');
  expect(named('job deliver').map(({ spanId }) => spanId)).toContain(webhook?.parentSpanId);
  expect(attributeOf(webhook, 'http.response.status_code')).toEqual({ intValue: 204 });
  expect(deliveries[0]?.headers.traceparent).toBe(`00-${webhook?.traceId}-${webhook?.spanId}-01`);
  expect(deliveries[0]?.headers.tracestate).toBeUndefined();
  const all = bodies.map((body) => body.replaceAll('vendor=canary', '')).join();
  for (const secret of [
    'canary',
    '4915112345678',
    service.development.apiKey,
    token ?? executionId + executionId,
  ])
    expect(all).not.toContain(secret);
});

it('ignores the trace that a page sends', async () => {
  service.settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}` };
  await service.start();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const { development } = service;
  await fetch(`${service.url}/orchestration-api/v1/client/state`, {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, authorization: development.apiKey },
  });
  await vi.waitFor(() => expect(spans().length).toBeGreaterThan(0), within);
  await vi.waitFor(() => expect(bodies.join()).toContain('/client/state'), within);
  expect(bodies.join()).not.toContain(traceId);
});

it('delivers webhooks while the collector is down, and logs that once', async () => {
  service.settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  await service.start();
  for (let runs = 1; runs <= 3; runs += 1) {
    await startRun();
    await vi.waitFor(() => expect(deliveries).toHaveLength(runs), within);
  }
  await vi.waitFor(() => expect(service.log).toContain('Traces could not be sent to the collector.'), within);
  await new ServiceClient(service).start('E-mail and phone', {
    user_id: 'u',
    email: 'a@example.com',
    phone_number: '+4915112345678',
  });
  await vi.waitFor(() => expect(deliveries).toHaveLength(4), within);
  expect(service.log.split('Traces could not be sent').length).toBe(2);
});

it('sends no traceparent without a collector', async () => {
  await service.start();
  await startRun({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' });
  await vi.waitFor(() => expect(deliveries).toHaveLength(1), within);
  expect(deliveries[0]?.headers.traceparent).toBeUndefined();
});
