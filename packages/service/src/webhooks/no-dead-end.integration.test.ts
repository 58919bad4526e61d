import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { reply, WebhookWorld } from '../../testing/webhook-world.ts';
import { rotateEndpointSecret } from '../db/webhooks/webhook-endpoints.ts';
import type { ClaimedJob } from '../jobs/job.ts';
import { bringForward } from './delivery/bring-forward.ts';
import { createDeliveryHandler } from './delivery/delivery-handler.ts';
import { redeliverWebhook } from './delivery/redeliver-webhook.ts';
import { disableEndpoint } from './endpoints/disable-endpoint.ts';
import { createEndpointSecret } from './endpoints/endpoint-secrets.ts';
import { removeEndpoint } from './endpoints/remove-endpoint.ts';
import { resumeEndpoint } from './endpoints/resume-endpoint.ts';
import { removeDelivered } from './remove-delivered.ts';
import { removeLogged } from './remove-logged.ts';
import { removeUndelivered } from './remove-undelivered.ts';

const finished = 'orchestration/workflow_execution_finished';
const sync = 'orchestration/workflow_execution_sync';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const leaseMs = 30_000;
/** Maximum number of rounds; more than the remaining attempts of all deliveries. */
const maxRounds = 400;

/** Outcomes of a run: a response, a stop of the process, its death, or a failure before the request is sent. */
const outcomes = ['taken', 'refused', 'refused', 'gone', 'cut off', 'died', 'not made'] as const;
type Outcome = (typeof outcomes)[number];

/** Actions of receivers, operators, backends, time and housekeeping. `which` selects an existing item by its index. */
type Step =
  | { readonly kind: 'work'; readonly outcome: Outcome; readonly meanwhile: readonly Step[] }
  | { readonly kind: 'event'; readonly event: typeof finished | typeof sync }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'redeliver' | 'exhaust'; readonly which: number }
  | { readonly kind: 'resume' | 'rotate' | 'purge' | 'housekeep' | 'remove' | 'disable' };

const action: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('event'), event: fc.constantFrom(finished, finished, sync) }),
  fc.record({
    kind: fc.constant('wait'),
    ms: fc.constantFrom(minuteMs, 10 * minuteMs, 3 * hourMs, 25 * hourMs, 6 * 24 * hourMs, 31 * 24 * hourMs),
  }),
  fc.record({ kind: fc.constantFrom('redeliver', 'exhaust'), which: fc.nat({ max: 20 }) }),
  fc.record({
    kind: fc.constantFrom('resume', 'resume', 'rotate', 'purge', 'housekeep', 'remove', 'disable'),
  }),
) as fc.Arbitrary<Step>;
const work = (meanwhile: fc.Arbitrary<Step[]>): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constant('work' as const), outcome: fc.constantFrom(...outcomes), meanwhile });
/** A run during which other actions happen, including other runs. */
const busyWork = work(fc.array(fc.oneof(action, work(fc.constant([]))), { maxLength: 3 }));
const story = fc.array(fc.oneof(action, { weight: 2, arbitrary: busyWork }), { minLength: 4, maxLength: 24 });

let world: WebhookWorld;
beforeAll(async () => {
  world = await WebhookWorld.open();
});
afterAll(() => world.close());

it('delivers, gives up or holds every delivery, and keeps a job for each pending one', {
  tags: ['DHOOK-54'],
}, async () => {
  await fc.assert(fc.asyncProperty(story, fc.boolean(), run), { numRuns: 10 });
});

async function run(steps: readonly Step[], receiverRecovers: boolean): Promise<void> {
  // Removes endpoints that a failed story left behind.
  for (const { id } of await world.endpoints()) await remove(id);
  const execution = await world.addExecution();
  await world.addEndpoint(undefined, [finished, sync]);
  for (const event of [finished, finished, sync] as const) await world.emit(execution.id, event);
  for (const step of steps) {
    await perform(step, execution.id);
    await expectNoDeadEnd();
  }
  // From here on, only the service acts, and somebody who resumes disabled endpoints.
  for (let round = 0; (await liveJobs()).length > 0 || (await waiting()).length > 0; round += 1) {
    expect(round, 'it never ends').toBeLessThan(maxRounds);
    if ((await waiting()).length > 0) await perform({ kind: 'resume' }, execution.id);
    const times = (await liveJobs()).map((job) => Math.max(job.due_at, job.lease_until ?? 0));
    world.clock.time = Math.max(world.clock.time, Math.min(...times) + 1);
    await perform(
      { kind: 'work', outcome: receiverRecovers ? 'taken' : 'refused', meanwhile: [] },
      execution.id,
    );
    await expectNoDeadEnd();
  }
  for (const { state, attempts } of await world.deliveries()) {
    expect(['delivered', 'undelivered']).toContain(state);
    expect(attempts).toBeLessThanOrEqual(9);
  }
  // Deliveries that were given up can be redelivered once their endpoint is enabled, if they never arrived or did so recently.
  await perform({ kind: 'resume' }, execution.id);
  for (const { id, state, first_delivered_at: arrivedAt } of await world.deliveries()) {
    if (state !== 'undelivered') continue;
    const isForgotten = arrivedAt !== null && world.clock.time - arrivedAt > 30 * 24 * hourMs;
    expect(await redeliverWebhook(services(), id)).toBe(isForgotten ? 'too-old' : 'redelivered');
  }
  await expectNoDeadEnd();
  for (const { id } of await world.endpoints()) await remove(id);
  expect([await world.deliveries(), await liveJobs()]).toEqual([[], []]);
}

async function expectNoDeadEnd(): Promise<void> {
  const jobs = await liveJobs();
  const endpoints = new Map((await world.endpoints()).map((one) => [one.id, one.disabled_at]));
  for (const { id, state, endpoint_id, delivered_at, undelivered_at, next_at } of await world.deliveries()) {
    const own = jobs.filter(({ subject_id }) => subject_id === id);
    const isDisabled = endpoints.get(endpoint_id) !== null;
    expect({
      state,
      isDisabled: state === 'pending' || state === 'held' ? isDisabled : null,
      // The job of a held or ended delivery may remain if it was released, or its process died; the next claim removes it.
      hasItsJob: state === 'pending' ? own.length === 1 : own.length <= 1,
      isDelivered: delivered_at !== null,
      isUndelivered: undelivered_at !== null,
      isDue: next_at !== null,
    }).toEqual({
      state: expect.stringMatching(/^(pending|held|delivered|undelivered)$/),
      isDisabled: state === 'pending' ? false : state === 'held' ? true : null,
      hasItsJob: true,
      isDelivered: state === 'delivered',
      isUndelivered: state === 'undelivered',
      isDue: state === 'pending',
    });
  }
}

async function perform(step: Step, executionId: string): Promise<void> {
  const { clock, database } = world;
  const { main } = database;
  const { signal } = new AbortController();
  const keeping = { actor: operator, store: world.services.store, clock };
  switch (step.kind) {
    case 'work':
      return tryOne(step, executionId);
    case 'event':
      return void (await world.emit(executionId, step.event));
    case 'wait':
      clock.time += step.ms;
      return;
    case 'redeliver': {
      const deliveries = await world.deliveries();
      const chosen = deliveries[step.which % Math.max(1, deliveries.length)];
      return chosen && void (await redeliverWebhook(services(), chosen.id));
    }
    case 'exhaust': {
      // The maximum number of tries has failed before an attempt, or was interrupted.
      const jobs = await liveJobs();
      const chosen = jobs[step.which % Math.max(1, jobs.length)];
      if (!chosen) return;
      const used = step.which % 2 === 0 ? { tries: chosen.max_tries } : { cut_offs: 2 * chosen.max_tries };
      return void (await main.updateTable('jobs').set(used).where('id', '=', chosen.id).execute());
    }
    case 'resume': {
      for (const { id, disabled_at } of await world.endpoints()) {
        if (disabled_at !== null) await resumeEndpoint(services(), id);
      }
      return;
    }
    case 'disable': {
      for (const { id } of await world.endpoints()) await disableEndpoint(keeping, id);
      return;
    }
    case 'rotate': {
      for (const { id } of await world.endpoints()) {
        const rotation = { id, fresh: createEndpointSecret(), now: clock.time };
        await main.transaction().execute((trx) => rotateEndpointSecret(trx, world.vault, rotation));
      }
      return;
    }
    case 'purge': {
      const stored = await world.services.renderExecution(executionId);
      const dataPurgedAt = new Date(clock.time).toISOString();
      return stored === null ? undefined : world.setExecution({ ...stored, dataPurgedAt });
    }
    case 'housekeep':
      await removeUndelivered(keeping, signal);
      await removeDelivered(keeping, signal);
      await removeLogged(keeping, signal);
      return void (await bringForward(keeping, signal));
    case 'remove': {
      // The account gets another endpoint immediately, so that the story continues.
      for (const { id } of await world.endpoints()) await remove(id);
      return void (await world.addEndpoint(undefined, [finished, sync]));
    }
  }
}

/** Runs a due job, if there is one, like the job runner. */
async function tryOne({ outcome, meanwhile }: Step & { kind: 'work' }, executionId: string): Promise<void> {
  const store = world.jobStore();
  const claim = { kind: 'deliver', now: world.clock.time, leaseMs, limit: 1, running: new Map() } as const;
  const [job] = await store.claim({ ...claim, laneLimit: () => 16 });
  if (!job || outcome === 'died') return;
  const stop = new AbortController();
  const handler = createDeliveryHandler({
    ...world.services,
    renderExecution: async (id) => (outcome === 'not made' ? null : world.services.renderExecution(id)),
    outgoing: {
      close: async () => {},
      async send() {
        for (const step of meanwhile) await perform(step, executionId);
        if (outcome === 'cut off') stop.abort(new Error('The service is stopping.'));
        return reply(outcome === 'taken' ? 204 : outcome === 'gone' ? 410 : 503);
      },
    },
  });
  if (isUsedUp(job)) {
    await handler.giveUp(job, 'No try is left.');
    await store.abandon(job, world.clock.time, 'No try is left.');
    return;
  }
  try {
    const done = await handler.run(job, stop.signal);
    if (done === 'settled') return;
    await (done === 'done' ? store.complete(job) : store.postpone(job, done.againAt));
  } catch (error) {
    if (stop.signal.aborted) await store.release(job);
    else await store.retry(job, world.clock.time + minuteMs, String(error));
  }
}

function isUsedUp({ tries, maxTries, cutOffs }: ClaimedJob): boolean {
  return tries > maxTries || cutOffs >= 2 * maxTries;
}

async function remove(id: string): Promise<void> {
  await removeEndpoint(services(), id);
}

async function liveJobs() {
  return (await world.jobs()).filter(({ failed_at }) => failed_at === null);
}

async function waiting() {
  return (await world.deliveries()).filter(({ state }) => state === 'held');
}

const services = () => ({ ...world.services, actor: operator, jobs: { wake: () => {} } });
