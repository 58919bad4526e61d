import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { copiedRow } from '../../testing/copied-row.ts';
import { reply, WebhookWorld } from '../../testing/webhook-world.ts';
import { deliverWebhook } from './delivery/deliver-webhook.ts';
import { redeliverWebhook } from './delivery/redeliver-webhook.ts';
import { removeUndelivered } from './remove-undelivered.ts';

const dayMs = 24 * 60 * 60 * 1000;
const { signal } = new AbortController();
let world: WebhookWorld;
beforeEach(async () => {
  world = await WebhookWorld.open();
  await world.addEndpoint();
  world.respond = () => reply(500);
});
afterEach(() => world.close());

/** Emits an event and lets all its attempts fail. */
async function undelivered(): Promise<string> {
  const [id] = await world.emit((await world.addExecution()).id);
  for (;;) {
    await deliverWebhook(world.services, await world.claim(id!), signal);
    const delivery = (await world.deliveries()).find((candidate) => candidate.id === id);
    if (delivery?.state === 'undelivered') return id!;
    world.clock.time = delivery?.next_at ?? Number.NaN;
    // Prevents the endpoint from being disabled after five days, as if other events arrived now and then.
    await world.database.main.updateTable('webhook_endpoints').set({ failing_since: null }).execute();
  }
}

const services = () => ({
  actor: operator,
  store: world.services.store,
  clock: world.clock,
  jobs: { wake: () => {} },
});
const remove = () => removeUndelivered(services(), signal);
const ids = async () => (await world.deliveries()).map(({ id }) => id);

describe('an undelivered event', () => {
  it('keeps an undelivered event redeliverable for 30 days after its last attempt, then removes it', {
    tags: ['DHOOK-25'],
  }, async () => {
    const id = await undelivered();
    world.clock.time += 30 * dayMs;
    expect(await remove()).toBe(0);
    expect(await ids()).toEqual([id]);
    world.clock.time += 1;
    expect(await remove()).toBe(1);
    expect(await ids()).toEqual([]);
    expect(await redeliverWebhook(services(), id)).toBe('not-there');
    expect((await world.jobs()).filter(({ subject_id }) => subject_id === id)).toEqual([]);
  });

  it('starts another 30 days when it is redelivered', async () => {
    const id = await undelivered();
    world.clock.time += 29 * dayMs;
    expect(await redeliverWebhook(services(), id)).toBe('redelivered');
    world.clock.time += 2 * dayMs;
    expect(await remove()).toBe(0);
    expect(await world.deliveries()).toMatchObject([{ id, state: 'pending', undelivered_at: null }]);
  });

  it('keeps the sequence of its execution, so that later events are numbered after it', async () => {
    const execution = await world.addExecution();
    const [first] = await world.emit(execution.id);
    const given = { state: 'undelivered', undelivered_at: world.clock.time, next_at: null };
    await world.database.main.updateTable('webhook_deliveries').set(given).execute();
    world.clock.time += 31 * dayMs;
    expect(await remove()).toBe(1);
    await world.emit(execution.id, 'orchestration/workflow_execution_finished');
    expect(await ids()).not.toContain(first);
    const events = await world.database.main.selectFrom('webhook_events').select('sequence').execute();
    expect(events.map(({ sequence }) => sequence).sort()).toEqual([1, 2]);
  });
});

it('keeps delivered and pending events of any age', async () => {
  const [pending] = await world.emit((await world.addExecution()).id);
  const [delivered] = await world.emit((await world.addExecution()).id);
  world.respond = () => reply(200);
  await deliverWebhook(world.services, await world.claim(delivered!), signal);
  world.clock.time += 400 * dayMs;
  expect(await remove()).toBe(0);
  expect(new Set(await ids())).toEqual(new Set([pending, delivered]));
});

it('removes any number of events in transactions of limited size', async () => {
  const [id] = await world.emit((await world.addExecution()).id);
  const db = world.database.main;
  const [event] = await db.selectFrom('webhook_events').selectAll().execute();
  const [delivery] = await db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id!).execute();
  const numbers = Array.from({ length: 500 }, (_, index) => index + 2);
  const events = numbers.map((sequence) => ({ ...copiedRow(event!), id: `event ${sequence}`, sequence }));
  await db.insertInto('webhook_events').values(events).execute();
  const deliveries = numbers.map((n) => ({
    ...copiedRow(delivery!),
    id: `delivery ${n}`,
    event_id: `event ${n}`,
  }));
  await db.insertInto('webhook_deliveries').values(deliveries).execute();
  const given = { state: 'undelivered', undelivered_at: world.clock.time, next_at: null };
  await db.updateTable('webhook_deliveries').set(given).execute();
  world.clock.time += 31 * dayMs;
  expect(await remove()).toBe(501);
  expect(await ids()).toEqual([]);
});
