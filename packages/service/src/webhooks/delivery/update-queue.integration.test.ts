import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { WebhookWorld } from '../../../testing/webhook-world.ts';
import { findDeliveryEntry } from '../../db/webhooks/webhook-deliveries.ts';
import { listEndpoints } from '../../db/webhooks/webhook-endpoints.ts';
import type { ClaimedJob } from '../../jobs/job.ts';
import { disableEndpoint } from '../endpoints/disable-endpoint.ts';
import { removeEndpoint } from '../endpoints/remove-endpoint.ts';
import { resumeEndpoint } from '../endpoints/resume-endpoint.ts';
import { bringForward } from './bring-forward.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { redeliverWebhook } from './redeliver-webhook.ts';
import { createQueueUpdateHandler, perTransaction } from './update-queue.ts';

const dayMs = 24 * 60 * 60 * 1000;
const finished = 'orchestration/workflow_execution_finished';
/** Two and a half full transactions. */
const many = 2.5 * perTransaction;
let world: WebhookWorld;
let endpoint: string;
beforeEach(async () => {
  world = await WebhookWorld.open();
  endpoint = (await world.addEndpoint()).id;
});
afterEach(() => world.close());

const services = () => ({ ...world.services, actor: operator, jobs: { wake: () => {} } });
const claim = async (kind: 'arrange' | 'deliver') => {
  const now = world.clock.time;
  const wanted = { kind, now, leaseMs: 1000, limit: 1, laneLimit: () => 1, running: new Map() };
  return (await world.jobStore().claim(wanted))[0];
};
const jobsOf = async (kind: string) => (await world.jobs()).filter((job) => job.kind === kind);

/** Runs the next due `arrange` job. @returns whether one was due. */
async function arrange(): Promise<boolean> {
  const job = await claim('arrange');
  if (!job) return false;
  await carryOut(job);
  return true;
}

const carryOut = (job: ClaimedJob) =>
  createQueueUpdateHandler(services()).run(job, new AbortController().signal);

/**
 * Adds pending deliveries with four attempts, next due tomorrow, three with the same time. @returns their ids, oldest first.
 */
async function addPending(count = many): Promise<string[]> {
  const { main } = world.database;
  const { id: executionId } = await world.addExecution();
  const begun = world.clock.time;
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    eventId: randomUUID(),
    at: begun + Math.floor(index / 3),
    sequence: index + 1,
  }));
  const events = rows.map(({ eventId, at, sequence }) => ({
    id: eventId,
    account_id: 'account',
    execution_id: executionId,
    event: finished,
    sequence,
    emitted_at: at,
    frozen: '{"status":"PENDING","checks":null}',
  }));
  await main.insertInto('webhook_events').values(events).execute();
  const [lastStatus, lastError] = [500, 'HTTP_500'];
  const deliveries = rows.map(({ id, eventId, at }, index) => ({
    id,
    event_id: eventId,
    endpoint_id: endpoint,
    state: 'pending',
    attempts: 4,
    next_at: at + dayMs,
    last_status: lastStatus,
    last_error: lastError,
    delivered_at: null,
    first_delivered_at: null,
    undelivered_at: null,
    created_at: at,
    mode: index % 2 === 0 ? 'live' : 'test',
  }));
  await main.insertInto('webhook_deliveries').values(deliveries).execute();
  const jobs = rows.map(({ id, at }) => ({
    id: randomUUID(),
    kind: 'deliver',
    subject_id: id,
    lane: endpoint,
    due_at: at + dayMs,
    tries: 0,
    max_tries: 20,
    cut_offs: 0,
    created_at: at,
  }));
  await main
    .insertInto('jobs')
    .values(jobs as never)
    .execute();
  world.clock.time = begun + count;
  return rows.map(({ id }) => id);
}

const count = async (state: string) =>
  (await world.deliveries()).filter((delivery) => delivery.state === state).length;
/** Lists the pending deliveries in the order in which they are due. */
const inOrder = async () =>
  (await jobsOf('deliver')).sort((a, b) => a.due_at - b.due_at).map(({ subject_id }) => subject_id);

/** Runs `arrange` jobs until none is left. @returns the number of runs. */
async function arrangeAll(): Promise<number> {
  for (let runs = 0; ; runs += 1) {
    const [next] = await jobsOf('arrange');
    if (!next) return runs;
    world.clock.time = Math.max(world.clock.time, next.due_at);
    expect(await arrange()).toBe(true);
  }
}

it('holds a long queue in batches, continues after the process died, and reports the full count from the start', {
  tags: ['DHOOK-60'],
}, async () => {
  await addPending();
  await disableEndpoint(services(), endpoint);
  expect(await count('held')).toBe(perTransaction);
  expect(await jobsOf('arrange')).toHaveLength(1);
  expect((await listEndpoints(world.database.main))[0]).toMatchObject({
    held: many,
    disabledReason: 'BY_HAND',
  });
  // Claimed by a process that dies before it has done anything.
  expect(await claim('arrange')).toBeDefined();
  expect(await arrange()).toBe(false);
  await world.jobStore().endLeases(world.clock.time, () => 0);
  expect(await arrange()).toBe(true);
  expect(await count('held')).toBe(2 * perTransaction);
  expect(await arrange()).toBe(true);
  expect([await count('held'), await world.jobs()]).toEqual([many, []]);
});

it('holds a delivery that falls due before its batch was held', async () => {
  await addPending();
  await disableEndpoint(services(), endpoint);
  world.clock.time += 2 * dayMs;
  const job = await claim('deliver');
  expect(await deliverWebhook(world.services, job!, new AbortController().signal)).toBe('settled');
  expect([await count('held'), world.sent]).toEqual([perTransaction + 1, []]);
});

it('requeues a long queue in order, in several batches', {
  tags: ['DHOOK-16'],
}, async () => {
  const ids = await addPending();
  await disableEndpoint(services(), endpoint);
  await arrangeAll();
  const resumedAt = world.clock.time;
  await resumeEndpoint(services(), endpoint);
  expect([await count('pending'), await count('held')]).toEqual([perTransaction, many - perTransaction]);
  expect(await arrange()).toBe(false);
  // A delivery of a later batch is already on its way, so it is not sent twice.
  expect(await redeliverWebhook(services(), ids.at(-1)!)).toBe('on-its-way');
  expect(await arrangeAll()).toBe(2);
  expect(await inOrder()).toEqual(ids);
  expect((await world.deliveries()).every(({ attempts }) => attempts === 0)).toBe(true);
  expect((await jobsOf('deliver')).map(({ due_at }) => due_at - resumedAt)).toEqual(
    ids.map((_, index) => index * 20),
  );
});

it('requeues all deliveries in order if resumed before all were held, and sends new events immediately', {
  tags: ['DHOOK-46'],
}, async () => {
  const ids = await addPending();
  await disableEndpoint(services(), endpoint);
  world.clock.time += 1;
  await resumeEndpoint(services(), endpoint);
  world.clock.time += 1;
  const [fresh] = await world.emit((await world.addExecution()).id);
  expect(await arrange()).toBe(true);
  await arrangeAll();
  const order = await inOrder();
  expect(order[0]).toBe(fresh);
  expect(order.slice(1)).toEqual(ids);
  expect(await count('held')).toBe(0);
});

it('holds the rest if disabled again while resuming, and keeps the order', {
  tags: ['DHOOK-60'],
}, async () => {
  const ids = await addPending();
  await disableEndpoint(services(), endpoint);
  await arrangeAll();
  await resumeEndpoint(services(), endpoint);
  world.clock.time += 1;
  await disableEndpoint(services(), endpoint);
  await arrangeAll();
  expect([await count('held'), await jobsOf('deliver')]).toEqual([many, []]);
  await resumeEndpoint(services(), endpoint);
  await arrangeAll();
  expect(await inOrder()).toEqual(ids);
});

it('keeps the order if the endpoint is disabled and resumed while a run is starting', {
  tags: ['DHOOK-60'],
}, async () => {
  const ids = await addPending();
  await disableEndpoint(services(), endpoint);
  await arrangeAll();
  await resumeEndpoint(services(), endpoint);
  world.clock.time += perTransaction * 20;
  const late = await claim('arrange');
  await disableEndpoint(services(), endpoint);
  await resumeEndpoint(services(), endpoint);
  const [planned] = await jobsOf('arrange');
  expect(planned).toMatchObject({ lease_token: late?.leaseToken });
  await carryOut(late!);
  expect(await jobsOf('arrange')).toMatchObject([{ due_at: planned!.due_at, lease_token: null }]);
  await arrangeAll();
  expect(await inOrder()).toEqual(ids);
});

it('hides a removed endpoint immediately, and removes its rows in batches', {
  tags: ['DHOOK-60'],
}, async () => {
  const [id = ''] = await addPending();
  expect(await removeEndpoint(services(), endpoint)).toBe(true);
  expect(await removeEndpoint(services(), endpoint)).toBe(false);
  expect(await world.deliveries()).toHaveLength(many - perTransaction);
  const { main } = world.database;
  expect([await listEndpoints(main), await findDeliveryEntry(main, id, null)]).toEqual([[], null]);
  expect(await world.emit((await world.addExecution()).id)).toEqual([]);
  const left = (await world.deliveries())[0]!.id;
  expect(await redeliverWebhook(services(), left)).toBe('not-there');
  expect(await findDeliveryEntry(main, left, null)).toBeNull();
  // A delivery that falls due by then is not sent.
  world.clock.time += 2 * dayMs;
  const job = await claim('deliver');
  expect(await deliverWebhook(world.services, job!, new AbortController().signal)).toBe('settled');
  expect(world.sent).toEqual([]);
  expect(await arrangeAll()).toBe(2);
  expect([await world.deliveries(), await world.jobs(), await world.endpoints()]).toEqual([[], [], []]);
});

it('continues jobs that a fast clock scheduled far ahead, once it is corrected', async () => {
  await addPending();
  await disableEndpoint(services(), endpoint);
  await arrangeAll();
  const right = world.clock.time;
  world.clock.time += 365 * dayMs;
  await resumeEndpoint(services(), endpoint);
  world.clock.time = right;
  expect(await arrange()).toBe(false);
  expect(await bringForward(services(), new AbortController().signal)).toBe(perTransaction);
  expect(await arrange()).toBe(true);
});

it('brings forward only jobs that a fast clock scheduled, in batches', async () => {
  const first = (await addPending(2))[0]!;
  const jobs = () => world.database.main.updateTable('jobs');
  await jobs().set({ due_at: world.clock.time, lane: 'another' }).where('subject_id', '=', first).execute();
  world.clock.time += 365 * dayMs;
  await addPending(1100);
  world.clock.time -= 365 * dayMs;
  const { store } = world.services;
  const counts: number[] = [];
  const countedBringForward = async (...given: Parameters<typeof store.bringForward>) => {
    const count = await store.bringForward(...given);
    counts.push(count);
    return count;
  };
  const { signal } = new AbortController();
  const now = world.clock.time - 10;
  const clock = { now: () => now };
  expect(await bringForward({ store: { bringForward: countedBringForward }, clock }, signal)).toBe(1100);
  expect(counts).toEqual([500, 500, 100]);
  const due = (await jobsOf('deliver')).filter(({ due_at }) => due_at === now);
  const next = (await world.deliveries()).filter(({ next_at }) => next_at === now);
  expect([due.length, next.length]).toEqual([1100, 1100]);
  expect(due.map(({ subject_id }) => subject_id)).not.toContain(first);
});

it('holds a delivery created before the endpoint was disabled, also after it is resumed', async () => {
  // More than both runs can process, so that the last one is still pending.
  await addPending(2 * many);
  world.clock.time += 1000;
  const execution = await world.addExecution();
  const [delivery] = await world.emit(execution.id);
  const job = await claim('deliver');
  await disableEndpoint(services(), endpoint);
  await resumeEndpoint(services(), endpoint);
  await deliverWebhook(world.services, job!, new AbortController().signal);
  expect(world.sent).toEqual([]);
  expect((await world.deliveries()).find(({ id }) => id === delivery)?.state).toBe('held');
});
