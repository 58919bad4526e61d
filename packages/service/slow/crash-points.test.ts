import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Execution } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createJobStore } from '../src/db/jobs/job-store.ts';
import { insertEndpoint } from '../src/db/webhooks/webhook-endpoints.ts';
import type { Outgoing, OutgoingRequest } from '../src/outgoing/outgoing.ts';
import { createEndpointSecret } from '../src/webhooks/endpoints/endpoint-secrets.ts';
import { deliverDue } from '../testing/deliver-due.ts';
import { InProcessService, type TestAccount } from '../testing/in-process-service.ts';

/** Called for every statement of a database that may write. */
const writes = vi.hoisted(() => ({ seen: () => {} }));
vi.mock('@photostructure/sqlite', async (importOriginal) => {
  const { watched } = await import('./watched-database.ts');
  return watched(await importOriginal<typeof import('@photostructure/sqlite')>(), ({ sql, when }) => {
    if (when === 'after' && !/^\s*select\b/i.test(sql)) writes.seen();
  });
});

/** Content of the disk between two writes, with all that was acknowledged and sent by then. */
interface CrashPoint {
  readonly folder: string;
  readonly started: readonly string[];
  readonly decided: readonly string[];
  /** `webhook-id` by execution and sequence. */
  readonly sent: ReadonlyMap<string, string>;
}

const definition = {
  start: 'e-mail',
  nodes: { 'e-mail': { kind: 'email', next: 'end' }, end: { kind: 'end' } },
};
const points: CrashPoint[] = [];
let home: string;
let service: InProcessService;
let account: TestAccount;
let workflowId: string;

/** Acknowledged executions and decisions, and requests that reached the receiver so far. */
const started: string[] = [];
const decided: string[] = [];
const sent = new Map<string, string>();
/** Receivers accept every delivery, but the answer to every other one is lost. */
const isLost = (attempt: number) => attempt % 2 === 1;
let attempts = 0;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vo-crashes-'));
  service = await InProcessService.open();
  account = await service.addAccount('A shop');
  workflowId = await service.addWorkflow(account.id, definition);
  await insertEndpoint(service.database.main, service.services.vault, {
    id: 'endpoint',
    accountId: account.id,
    url: 'https://shop.example/hooks',
    secret: createEndpointSecret(),
    events: ['orchestration/workflow_execution_finished', 'orchestration/workflow_execution_updated'],
    createdAt: 0,
  });
  writes.seen = keepCrashPoint;
  try {
    for (let round = 0; round < 2; round += 1) {
      const executionId = await start(service);
      started.push(executionId);
      await service.runDueJobs();
      await deliverDue(service, receivers(note));
      await decide(service, executionId);
      decided.push(executionId);
      await deliverDue(service, receivers(note));
      service.clock.time += 2 * 60_000;
      await deliverDue(service, receivers(note));
    }
  } finally {
    writes.seen = () => {};
  }
});
afterAll(async () => {
  await service.close();
  rmSync(home, { recursive: true, force: true });
});

function keepCrashPoint(): void {
  const folder = join(home, String(points.length));
  mkdirSync(folder);
  for (const name of ['service.db', 'service.db-wal']) {
    const file = join(service.folder, name);
    if (existsSync(file)) copyFileSync(file, join(folder, name));
  }
  points.push({ folder, started: [...started], decided: [...decided], sent: new Map(sent) });
}

async function start({ app }: InProcessService): Promise<string> {
  const reply = await app.request('/orchestration-api/v1/init-workflow', {
    method: 'POST',
    headers: { 'x-api-key': account.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ workflowId, inputs: { user_id: 'u', email: 'anna@example.com' } }),
  });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { data: { executionId: string } }).data.executionId;
}

async function decide({ app }: InProcessService, executionId: string): Promise<void> {
  const reply = await app.request(`/orchestration-api/v1/workflow-execution/${executionId}`, {
    method: 'PATCH',
    headers: { 'x-api-key': account.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'DECLINED' }),
  });
  expect(reply.status).toBe(200);
}

async function read({ app }: InProcessService, executionId: string): Promise<Execution> {
  const headers = { 'x-api-key': account.apiKey };
  const reply = await app.request(`/orchestration-api/v1/workflow-execution/${executionId}`, { headers });
  return ((await reply.json()) as { data: Execution }).data;
}

const nameOf = ({ headers, body }: OutgoingRequest) =>
  `${JSON.parse(String(Buffer.from(body!))).data.id} ${headers['webhook-sequence']}`;

/** Records a request, and asserts that an event always has the same id. */
function note(request: OutgoingRequest, ids: Map<string, string> = sent): void {
  const [name, id] = [nameOf(request), String(request.headers['webhook-id'])];
  expect(ids.get(name) ?? id, 'a repeated event has the same id').toBe(id);
  ids.set(name, id);
}

/** Creates receivers that record requests; unless `isAnswered`, every other answer is lost. */
function receivers(receive: (request: OutgoingRequest) => void, isAnswered = false): Outgoing {
  return {
    async send(request) {
      receive(request);
      attempts += 1;
      if (!isAnswered && isLost(attempts)) return { kind: 'failed', failure: 'TIMEOUT' };
      return { kind: 'replied', status: 200, retryAfter: null, headers: {}, body: new Uint8Array() };
    },
    async close() {},
  };
}

describe('crashes between two writes', () => {
  it('covers every write of starts, ends, decisions and deliveries', () => {
    expect(sent.size).toBe(4);
    expect(attempts).toBeGreaterThan(4);
    // A smaller number would mean that writes were missed.
    expect(points.length).toBeGreaterThan(40);
    expect(points.some((point) => point.started.length > point.decided.length)).toBe(true);
  });

  it("loses nothing acknowledged, invents nothing and keeps each event's id after a crash at any point", {
    tags: ['DHOOK-1'],
    timeout: 300_000,
  }, async () => {
    for (const point of points) {
      const recovered = await service.reopenedOn(point.folder);
      try {
        await expectWhole(recovered, point);
      } finally {
        await recovered.close();
      }
    }
  });
});

async function expectWhole(recovered: InProcessService, point: CrashPoint): Promise<void> {
  const { main } = recovered.database;
  const where = `crash ${points.indexOf(point)}`;
  recovered.clock.time += 60 * 60_000;
  await createJobStore(main).endLeases(recovered.clock.time, () => 0);
  await recovered.runDueJobs();
  const received = new Map(point.sent);
  await deliverDue(
    recovered,
    receivers((request) => note(request, received), true),
  );

  const executions = await main.selectFrom('executions').select(['id', 'status']).execute();
  expect(
    executions.map(({ id }) => id),
    where,
  ).toEqual(expect.arrayContaining([...point.started]));
  const events = await main.selectFrom('webhook_events').selectAll().orderBy('sequence').execute();
  const decisions = await main.selectFrom('decisions').select('execution_id').execute();
  for (const { id, status } of executions) {
    const isDecided = decisions.some((decision) => decision.execution_id === id);
    if (point.decided.includes(id)) expect(isDecided, where).toBe(true);
    const eventNames = events
      .filter((event) => event.execution_id === id)
      .map(({ event }) => event.replace(/.*_/, ''));
    // These executions need no user: after the crash each one ends, and each change has its event.
    expect(eventNames, where).toEqual(isDecided ? ['finished', 'updated'] : ['finished']);
    expect(status, where).toBe(isDecided ? 'DECLINED' : 'APPROVED');
    expect((await read(recovered, id)).status, where).toBe(status);
  }
  const names = events.map((event) => `${event.execution_id} ${event.sequence}`);
  expect([...received.keys()].sort(), where).toEqual(names.sort());
  for (const { id, execution_id, sequence } of events)
    expect(received.get(`${execution_id} ${sequence}`), where).toBe(id);
  const deliveries = await main.selectFrom('webhook_deliveries').select('state').execute();
  expect(deliveries, where).toEqual(events.map(() => ({ state: 'delivered' })));
}
