import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebhookWorld } from '../../../testing/webhook-world.ts';
import { maxCounted } from '../../webhooks/webhook-reads.ts';
import { listEndpoints } from './webhook-endpoints.ts';

let world: WebhookWorld;
beforeEach(async () => {
  world = await WebhookWorld.open();
});
afterEach(() => world.close());

/** Copies the only delivery, with its event. */
async function copyDelivery(copies: number): Promise<void> {
  const { main } = world.database;
  const numbers = sql`with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n <= ${copies})`;
  await sql`
    insert into webhook_events (id, account_id, execution_id, event, sequence, emitted_at, frozen)
    ${numbers} select 'event ' || n, account_id, execution_id, event, n, emitted_at, frozen
    from webhook_events, numbers`.execute(main);
  await sql`
    insert into webhook_deliveries (id, event_id, endpoint_id, state, attempts, created_at, mode)
    ${numbers} select 'delivery ' || n, 'event ' || n, endpoint_id, state, attempts, created_at + n,
      case n % 2 when 0 then 'live' else 'test' end
    from webhook_deliveries, numbers`.execute(main);
}

it('counts held and undelivered deliveries up to the maximum of a count', async () => {
  const { main } = world.database;
  await world.addEndpoint();
  await world.emit((await world.addExecution()).id);
  await copyDelivery(maxCounted);
  const countsIn = async (state: string) => {
    await main.updateTable('webhook_deliveries').set({ state }).execute();
    const [endpoint] = await listEndpoints(main);
    const [ofTests] = await listEndpoints(main, undefined, 'test');
    return [endpoint?.held, endpoint?.undelivered, ofTests?.held, ofTests?.undelivered];
  };
  const tests = maxCounted / 2;
  expect(await countsIn('held')).toEqual([maxCounted, 0, tests, 0]);
  expect(await countsIn('undelivered')).toEqual([0, maxCounted, 0, tests]);
  await main.deleteFrom('webhook_deliveries').where('id', 'in', ['delivery 2', 'delivery 4']).execute();
  expect(await countsIn('held')).toEqual([maxCounted - 1, 0, tests, 0]);
  expect(await countsIn('pending')).toEqual([0, 0, 0, 0]);
  await main.updateTable('webhook_endpoints').set({ disabled_at: 1 }).execute();
  expect(await countsIn('pending')).toEqual([maxCounted - 1, 0, tests, 0]);
});
