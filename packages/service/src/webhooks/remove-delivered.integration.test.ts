import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { copiedRow } from '../../testing/copied-row.ts';
import { WebhookWorld } from '../../testing/webhook-world.ts';
import { deliverWebhook } from './delivery/deliver-webhook.ts';
import { redeliverWebhook } from './delivery/redeliver-webhook.ts';
import { removeDelivered } from './remove-delivered.ts';

const dayMs = 24 * 60 * 60 * 1000;
const updated = 'orchestration/workflow_execution_updated';
const { signal } = new AbortController();
let world: WebhookWorld;
beforeEach(async () => {
  world = await WebhookWorld.open();
  await world.addEndpoint(undefined, ['orchestration/workflow_execution_finished', updated]);
});
afterEach(() => world.close());

const deliver = async (id: string) => deliverWebhook(world.services, await world.claim(id), signal);
/** Emits an event and delivers it immediately. */
async function delivered(executionId: string, event?: typeof updated): Promise<string> {
  const [id] = await world.emit(executionId, event);
  await deliver(id!);
  return id!;
}
const services = () => ({
  actor: operator,
  store: world.services.store,
  clock: world.clock,
  jobs: { wake: () => {} },
});
const remove = () => removeDelivered(services(), signal);
const ids = async () => (await world.deliveries()).map(({ id }) => id);
const sequences = async (executionId: string) => {
  const events = world.database.main.selectFrom('webhook_events').select('sequence');
  return (await events.where('execution_id', '=', executionId).orderBy('sequence').execute()).map(
    ({ sequence }) => sequence,
  );
};

describe('a delivered event', () => {
  it('keeps a delivered event redeliverable for 30 days, then removes it with its log', {
    tags: ['DHOOK-62'],
  }, async () => {
    const id = await delivered((await world.addExecution()).id);
    world.clock.time += 30 * dayMs;
    expect(await remove()).toBe(0);
    expect(await ids()).toEqual([id]);
    expect(await world.attempts()).toHaveLength(1);
    world.clock.time += 1;
    expect(await remove()).toBe(1);
    expect([await ids(), await world.attempts()]).toEqual([[], []]);
    expect(await redeliverWebhook(services(), id)).toBe('not-there');
  });

  it('keeps a delivered event while it is being redelivered, and for 30 days after it arrived again', {
    tags: ['DHOOK-62'],
  }, async () => {
    const id = await delivered((await world.addExecution()).id);
    world.clock.time += 29 * dayMs;
    expect(await redeliverWebhook(services(), id)).toBe('redelivered');
    world.clock.time += 2 * dayMs;
    expect(await remove()).toBe(0);
    await deliver(id);
    world.clock.time += 30 * dayMs;
    expect(await remove()).toBe(0);
    expect(await redeliverWebhook(services(), id)).toBe('too-old');
    world.clock.time += 1;
    expect(await remove()).toBe(1);
  });

  it('keeps a delivered event if the clock was set back between event and arrival', async () => {
    const id = await delivered((await world.addExecution()).id);
    const db = world.database.main;
    for (const later of ['created_at', 'first_delivered_at'] as const) {
      await db
        .updateTable('webhook_deliveries')
        .set({ created_at: 1, first_delivered_at: 1, delivered_at: 1, [later]: world.clock.time })
        .execute();
      expect(await remove(), later).toBe(0);
    }
    expect(await ids()).toEqual([id]);
  });

  it('keeps the last event of an execution, so that its sequence number is not reused', {
    tags: ['DHOOK-62'],
  }, async () => {
    const execution = await world.addExecution();
    const other = await world.addExecution();
    await delivered(execution.id);
    await delivered(execution.id, updated);
    await delivered(other.id);
    world.clock.time += 31 * dayMs;
    expect(await remove()).toBe(3);
    expect([await sequences(execution.id), await sequences(other.id)]).toEqual([[2], [1]]);
    await delivered(execution.id, updated);
    expect(await sequences(execution.id)).toEqual([2, 3]);
    expect(world.sent.at(-1)?.headers['webhook-sequence']).toBe('3');
    world.clock.time += 31 * dayMs;
    expect(await remove()).toBe(1);
    expect(await sequences(execution.id)).toEqual([3]);
  });

  it('keeps an event while another endpoint waits for it, and recent events', {
    tags: ['DHOOK-62'],
  }, async () => {
    const execution = await world.addExecution();
    const [held] = await world.emit(execution.id);
    await deliver(held!);
    await world.addEndpoint('https://late.example/', [updated]);
    const [first, second] = await world.emit(execution.id, updated);
    await deliver(first!);
    world.clock.time += 31 * dayMs;
    // No endpoint subscribes to this event.
    await world.emit(execution.id, 'orchestration/workflow_execution_sync');
    await delivered(execution.id, updated);
    expect(await remove()).toBe(2);
    expect(await sequences(execution.id)).toEqual([2, 3, 4]);
    expect(await ids()).toContain(second);
  });
});

it('keeps pending and undelivered events of any age', {
  tags: ['DHOOK-62'],
}, async () => {
  const [pending] = await world.emit((await world.addExecution()).id);
  const [given] = await world.emit((await world.addExecution()).id);
  await world.database.main
    .updateTable('webhook_deliveries')
    .set({ state: 'undelivered', undelivered_at: 1, next_at: null, first_delivered_at: 1 })
    .where('id', '=', given!)
    .execute();
  world.clock.time += 400 * dayMs;
  expect(await remove()).toBe(0);
  expect(new Set(await ids())).toEqual(new Set([pending, given]));
});

describe('a large number of delivered events', () => {
  beforeEach(async () => {
    const id = await delivered((await world.addExecution()).id);
    const db = world.database.main;
    const [event] = await db.selectFrom('webhook_events').selectAll().execute();
    const [delivery] = await db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).execute();
    const numbers = Array.from({ length: 1200 }, (_, index) => index + 2);
    for (const some of [numbers.slice(0, 600), numbers.slice(600)]) {
      const events = some.map((sequence) => ({ ...copiedRow(event!), id: `event ${sequence}`, sequence }));
      await db.insertInto('webhook_events').values(events).execute();
      const deliveries = some.map((n) => ({
        ...copiedRow(delivery!),
        id: `delivery ${n}`,
        event_id: `event ${n}`,
      }));
      await db.insertInto('webhook_deliveries').values(deliveries).execute();
    }
    world.clock.time += 31 * dayMs;
  });

  it('removes all delivered events in transactions of at most 500', { tags: ['DHOOK-62'] }, async () => {
    const counts: number[] = [];
    const store = {
      removeDelivered: async (before: number, limit: number) => {
        const count = await world.services.store.removeDelivered(before, limit);
        counts.push(count);
        return count;
      },
    };
    expect(await removeDelivered({ store, clock: world.clock }, signal)).toBe(1201);
    expect(counts).toEqual([500, 500, 201]);
    expect(await ids()).toEqual([]);
    expect(await world.database.main.selectFrom('webhook_events').select('sequence').execute()).toEqual([
      { sequence: 1201 },
    ]);
  });

  it('removes the rest at the next start if the process died in between', {
    tags: ['DHOOK-62'],
  }, async () => {
    const stopping = new AbortController();
    const store = {
      removeDelivered: async (before: number, limit: number) => {
        const count = await world.services.store.removeDelivered(before, limit);
        stopping.abort(new Error('died'));
        return count;
      },
    };
    await expect(removeDelivered({ store, clock: world.clock }, stopping.signal)).rejects.toThrow('died');
    expect(await ids()).toHaveLength(701);
    expect(await remove()).toBe(701);
    expect(await ids()).toEqual([]);
  });
});
