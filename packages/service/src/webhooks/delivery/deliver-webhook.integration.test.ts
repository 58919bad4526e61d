import { webhookEnvelopeSchema } from '@vendor/contract';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { reply, WebhookWorld } from '../../../testing/webhook-world.ts';
import { insertEvent } from '../../db/webhooks/webhook-events.ts';
import type { OutgoingReply } from '../../outgoing/outgoing.ts';
import { changeEndpoint } from '../endpoints/change-endpoint.ts';
import { openSecrets, rotateSecrets, sealSecrets } from '../endpoints/endpoint-secrets.ts';
import { removeEndpoint } from '../endpoints/remove-endpoint.ts';
import { resumeEndpoint } from '../endpoints/resume-endpoint.ts';
import { bringForward } from './bring-forward.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { createDeliveryHandler } from './delivery-handler.ts';
import { redeliverWebhook } from './redeliver-webhook.ts';

const hour = 60 * 60 * 1000;
const updated = 'orchestration/workflow_execution_updated';
const sync = 'orchestration/workflow_execution_sync';
let world: WebhookWorld;
beforeEach(async () => {
  world = await WebhookWorld.open();
});
afterEach(() => world.close());

const attempt = async (deliveryId: string) =>
  deliverWebhook(world.services, await world.claim(deliveryId), new AbortController().signal);
const services = () => ({ ...world.services, actor: operator, jobs: { wake: () => {} } });
const bodyOf = (index: number) => String(Buffer.from(world.sent[index]!.body!));
const envelope = (index: number) => webhookEnvelopeSchema.parse(JSON.parse(bodyOf(index)));
const theDelivery = async () => (await world.deliveries())[0]!;
/** Adds an endpoint and an event with a pending delivery to it. */
async function queueOne() {
  const endpoint = await world.addEndpoint();
  const execution = await world.addExecution();
  const [deliveryId] = await world.emit(execution.id);
  return { endpoint, execution, deliveryId: deliveryId! };
}

/** Lets an endpoint fail for a number of days, with one event per day that is attempted once. */
async function failFor(days: number, event?: typeof sync): Promise<void> {
  world.respond = () => reply(500);
  const execution = await world.addExecution();
  for (let day = 0; day < days; day += 1) {
    const [id] = await world.emit(execution.id, event);
    await attempt(id!);
    world.clock.time += 24 * hour;
  }
}

describe('a delivery', () => {
  it('posts exactly event, timestamp and data, with the same data as a read', {
    tags: ['S4-26', 'S6.1-5', 'S6.1-6', 'S6.1-7', 'S6.1-11', 'DHOOK-32'],
  }, async () => {
    const { execution, deliveryId } = await queueOne();
    const emitted = new Date(world.clock.time).toISOString();
    world.clock.time += 5000;
    await attempt(deliveryId);
    expect(JSON.parse(bodyOf(0))).toEqual({
      event: 'orchestration/workflow_execution_finished',
      timestamp: emitted,
      data: execution,
    });
    expect(world.sent[0]).toMatchObject({ url: 'https://shop.example/hooks', method: 'POST' });
  });

  it('carries a signature that the public library verifies, only with its body and secret', {
    tags: ['DHOOK-4', 'DHOOK-29', 'DHOOK-30'],
  }, async () => {
    const { endpoint, deliveryId } = await queueOne();
    await attempt(deliveryId);
    const { headers } = world.sent[0]!;
    expect(new Webhook(endpoint.secret).verify(bodyOf(0), headers)).toEqual(JSON.parse(bodyOf(0)));
    expect(() => new Webhook(endpoint.secret).verify(`${bodyOf(0)} `, headers)).toThrow(
      'No matching signature',
    );
    const other = await world.addEndpoint();
    expect(() => new Webhook(other.secret).verify(bodyOf(0), headers)).toThrow('No matching signature');
    const replayed = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
    expect(() => new Webhook(endpoint.secret).verify(bodyOf(0), replayed)).toThrow('No matching signature');
  });

  it('carries signatures with the old and the new secret during a rotation', async () => {
    const { endpoint, deliveryId } = await queueOne();
    const [stored] = await world.endpoints();
    const key = world.vault.openDataKey(stored!.wrapped_key);
    const secrets = openSecrets(key, endpoint.id, stored!.sealed_secret);
    const fresh = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const rotated = sealSecrets(key, endpoint.id, rotateSecrets(secrets, fresh, world.clock.time));
    await world.database.main.updateTable('webhook_endpoints').set({ sealed_secret: rotated }).execute();
    await attempt(deliveryId);
    for (const secret of [fresh, endpoint.secret]) {
      expect(() => new Webhook(secret).verify(bodyOf(0), world.sent[0]!.headers)).not.toThrow();
    }
  });

  it('sends the same id in all attempts, the time of each, and the sequence within the execution', {
    tags: ['DHOOK-1', 'DHOOK-29', 'DHOOK-31'],
  }, async () => {
    const { execution, deliveryId } = await queueOne();
    world.respond = () => reply(500);
    await attempt(deliveryId);
    world.clock.time += 2 * hour;
    await attempt(deliveryId);
    const [first, second] = world.sent.map(({ headers }) => headers);
    expect(first!['webhook-id']).toBe(second!['webhook-id']);
    expect(Number(second!['webhook-timestamp']) - Number(first!['webhook-timestamp'])).toBe(7200);
    await world.addEndpoint('https://shop.example/updates', [updated]);
    const [next] = await world.emit(execution.id, updated);
    await attempt(next!);
    expect(world.sent.map(({ headers }) => headers['webhook-sequence'])).toEqual(['1', '1', '2']);
    expect(world.sent[2]!.headers['webhook-id']).not.toBe(first!['webhook-id']);
  });

  it('keeps the status of its event after a later decision', {
    tags: ['DHOOK-2'],
  }, async () => {
    const { execution, deliveryId } = await queueOne();
    world.setExecution({ ...execution, status: 'DECLINED' });
    await attempt(deliveryId);
    expect(envelope(0).data.status).toBe('APPROVED');
  });

  it('keeps the status and times of its checks after a later change', {
    tags: ['DHOOK-23'],
  }, async () => {
    const { execution, deliveryId } = await queueOne();
    const [check] = execution.checks!;
    const later = new Date(world.clock.time + hour).toISOString();
    const checks = [{ ...check!, status: 'DECLINED', finishedAt: later } as const];
    world.setExecution({ ...execution, checks });
    await attempt(deliveryId);
    const { checkType, status, startedAt, finishedAt } = check!;
    expect(envelope(0).data.checks![0]).toMatchObject({ checkType, status, startedAt, finishedAt });
  });

  it('keeps the level of identity proofing of its event after a later change', {
    tags: ['DHOOK-24'],
  }, async () => {
    const { execution, deliveryId } = await queueOne();
    world.setExecution({ ...execution, loip: { ...execution.loip!, result: 'EXTENDED' } });
    await attempt(deliveryId);
    expect(envelope(0).data.loip).toEqual({ result: 'BASELINE', evaluatedAt: execution.createdAt });
  });

  it.each([
    ['kind', { checkType: 'SELFIE_CHECK' }],
    ['start', { startedAt: '2031-01-01T00:00:00.000Z' }],
  ] as const)(
    'refuses to merge its frozen check with a check of another %s',
    { tags: ['DHOOK-33'] },
    async (_, change) => {
      const { execution, deliveryId } = await queueOne();
      world.setExecution({ ...execution, checks: [{ ...execution.checks![0]!, ...change }] });
      await expect(attempt(deliveryId)).rejects.toThrow('do not match its execution');
      expect(world.sent).toEqual([]);
    },
  );

  it('sends no personal data once the execution was purged', { tags: ['DHOOK-34'] }, async () => {
    const { execution, deliveryId } = await queueOne();
    const [check] = execution.checks!;
    const purgedAt = new Date(world.clock.time).toISOString();
    world.setExecution({
      ...execution,
      dataPurgedAt: purgedAt,
      checks: [{ ...check!, userId: null, capturedMedia: null }],
    });
    await attempt(deliveryId);
    const { data } = envelope(0);
    expect(data).toMatchObject({ status: 'APPROVED', dataPurgedAt: purgedAt });
    expect(data.checks![0]).toMatchObject({ status: 'APPROVED', userId: null, capturedMedia: null });
  });

  it('sends fresh media links in every attempt', { tags: ['DHOOK-3'] }, async () => {
    const { execution, deliveryId } = await queueOne();
    world.respond = () => reply(500);
    await attempt(deliveryId);
    world.clock.time += hour;
    const documentFront = {
      url: 'https://verify.example/media/2',
      contentType: 'image/jpeg',
      expiresAt: execution.createdAt,
    };
    world.setExecution({
      ...execution,
      checks: [{ ...execution.checks![0]!, capturedMedia: { documentFront } }],
    });
    await attempt(deliveryId);
    expect(envelope(1).data.checks![0]!.capturedMedia).toEqual({ documentFront });
  });

  it('sends an event to exactly the endpoints that subscribe to it', {
    tags: ['S6.1-10'],
  }, async () => {
    const execution = await world.addExecution();
    await world.addEndpoint('https://one.example/');
    await world.addEndpoint('https://two.example/', [updated]);
    await world.addEndpoint('https://three.example/', [updated, 'orchestration/workflow_execution_finished']);
    for (const id of await world.emit(execution.id)) await attempt(id);
    expect(world.sent.map(({ url }) => url).sort()).toEqual([
      'https://one.example/',
      'https://three.example/',
    ]);
  });

  it('queues the delivery and its job in the transaction of the change', {
    tags: ['DHOOK-7'],
  }, async () => {
    const { deliveryId } = await queueOne();
    expect(await world.jobs()).toMatchObject([
      { kind: 'deliver', subject_id: deliveryId, due_at: world.clock.time },
    ]);
    const execution = await world.addExecution();
    await expect(
      world.database.main.transaction().execute(async (trx) => {
        await trx
          .updateTable('executions')
          .set({ status: 'DECLINED' })
          .where('id', '=', execution.id)
          .execute();
        const event = 'orchestration/workflow_execution_finished';
        await insertEvent(trx, { event, executionId: execution.id, emittedAt: world.clock.time });
        expect(await trx.selectFrom('jobs').selectAll().execute()).toHaveLength(2);
        throw new Error('the commit failed');
      }),
    ).rejects.toThrow('the commit failed');
    expect((await world.deliveries()).map(({ id }) => id)).toEqual([deliveryId]);
    expect((await world.jobs()).map(({ subject_id }) => subject_id)).toEqual([deliveryId]);
    expect(await world.database.main.selectFrom('webhook_events').selectAll().execute()).toHaveLength(1);
  });
});

describe('a failing delivery', () => {
  it('makes nine attempts over days, then becomes undelivered', { tags: ['DHOOK-7'] }, async () => {
    const { deliveryId } = await queueOne();
    world.respond = () => reply(500);
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 9; attempts += 1) {
      await attempt(deliveryId);
      const { next_at, state } = await theDelivery();
      expect(state).toBe(attempts < 9 ? 'pending' : 'undelivered');
      if (next_at !== null) {
        waits.push(next_at - world.clock.time);
        world.clock.time = next_at;
      }
    }
    expect(waits.map((wait) => wait / 60_000)).toEqual([1, 5, 30, 120, 300, 600, 1440, 1440]);
    expect(await theDelivery()).toMatchObject({
      attempts: 9,
      last_status: 500,
      last_error: 'HTTP_500',
      next_at: null,
    });
    expect(await attempt(deliveryId)).toBe('settled');
    expect(world.sent).toHaveLength(9);
  });

  it('makes no attempt before it is due', async () => {
    const { deliveryId } = await queueOne();
    world.respond = () => reply(503, '600');
    await attempt(deliveryId);
    world.clock.time += 599_000;
    expect(await attempt(deliveryId)).toEqual({ againAt: world.clock.time + 1000 });
    expect(world.sent).toHaveLength(1);
  });

  it('ends a delivery as soon as an attempt succeeds', async () => {
    const { deliveryId } = await queueOne();
    world.respond = () => reply(301);
    await attempt(deliveryId);
    world.clock.time += hour;
    world.respond = () => reply(204);
    await attempt(deliveryId);
    expect(await theDelivery()).toMatchObject({
      state: 'delivered',
      attempts: 2,
      last_status: 204,
      last_error: null,
      delivered_at: world.clock.time,
    });
    expect(await attempt(deliveryId)).toBe('settled');
    expect(world.sent).toHaveLength(2);
  });

  it('starts a new retry schedule when an event is redelivered', async () => {
    const { deliveryId } = await queueOne();
    world.respond = () => reply(500);
    while ((await theDelivery()).state === 'pending') {
      await attempt(deliveryId);
      world.clock.time = (await theDelivery()).next_at ?? world.clock.time;
    }
    await world.database.main.deleteFrom('jobs').execute();
    expect(await redeliverWebhook(services(), deliveryId)).toBe('redelivered');
    expect(await redeliverWebhook(services(), deliveryId)).toBe('on-its-way');
    expect(await theDelivery()).toMatchObject({ state: 'pending', attempts: 0, next_at: world.clock.time });
    expect(await world.jobs()).toHaveLength(1);
    world.respond = () => reply(200);
    await attempt(deliveryId);
    expect(await theDelivery()).toMatchObject({ state: 'delivered' });
  });

  it('does not count an attempt that was interrupted by a stop', async () => {
    const { deliveryId } = await queueOne();
    const stop = new AbortController();
    world.respond = () => {
      stop.abort(new Error('stopping'));
      return { kind: 'failed', failure: 'ABORTED' };
    };
    const claim = await world.claim(deliveryId);
    await expect(deliverWebhook(world.services, claim, stop.signal)).rejects.toThrow('stopping');
    expect(await theDelivery()).toMatchObject({ state: 'pending', attempts: 0, last_error: null });
  });

  it('gives up a delivery, which can be redelivered, if the process died in every attempt', async () => {
    const { deliveryId } = await queueOne();
    await giveUp();
    expect(await theDelivery()).toMatchObject({ state: 'undelivered', last_error: 'NOT_CARRIED_OUT' });
    expect(await redeliverWebhook(services(), deliveryId)).toBe('redelivered');
  });

  it('leaves no abandoned job once a delivery is redelivered or removed', async () => {
    const { deliveryId } = await queueOne();
    await giveUp();
    expect(await failedJobs()).toBe(1);
    await redeliverWebhook(services(), deliveryId);
    expect([await failedJobs(), (await world.jobs()).length]).toEqual([0, 1]);
    await giveUp();
    world.clock.time += 1;
    await world.services.store.removeUndelivered(world.clock.time, 10);
    expect([await world.deliveries(), await world.jobs()]).toEqual([[], []]);
  });

  const failedJobs = async () => (await world.jobs()).filter(({ failed_at }) => failed_at !== null).length;
  /** Does the same as the runner with a job during which the process has died too often. */
  async function giveUp() {
    const [job] = await world.jobStore().claim({
      kind: 'deliver',
      now: world.clock.time,
      leaseMs: 1,
      limit: 1,
      laneLimit: () => 1,
      running: new Map(),
    });
    await createDeliveryHandler(world.services).giveUp(job!, 'The process ended during every try.');
    await world.jobStore().abandon(job!, world.clock.time, 'The process ended during every try.');
  }

  it.each([
    ['HTTP_503', reply(503), 503],
    ['CERTIFICATE_REFUSED', { kind: 'failed', failure: 'CERTIFICATE_REFUSED' } as const, null],
  ])('logs a warning with the cause %s', async (cause, answer, status) => {
    const { deliveryId } = await queueOne();
    world.respond = () => answer;
    await attempt(deliveryId);
    expect(world.logLines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 'warn', delivery: deliveryId, attempts: 1, status, cause }),
    );
  });

  it('logs the received part of a response that did not finish', async () => {
    const { deliveryId } = await queueOne();
    const partial = { status: 200, retryAfter: null, headers: { server: 'nginx' }, bodyBytes: 4 };
    world.respond = () => ({ kind: 'failed', failure: 'TIMEOUT', partial });
    await attempt(deliveryId);
    expect(await theDelivery()).toMatchObject({ state: 'pending', last_status: 200, last_error: 'TIMEOUT' });
    const [logged] = await world.attempts();
    expect(logged).toMatchObject({ status: 200, error: 'TIMEOUT' });
    expect(JSON.parse(logged!.response_head!)).toEqual({ headers: { server: 'nginx' }, bodyBytes: 4 });
  });

  it('logs neither the sent data nor the address', async () => {
    const { deliveryId, endpoint } = await queueOne();
    world.respond = () => reply(500);
    await attempt(deliveryId);
    const log = world.logLines.join('');
    expect(log).toContain(deliveryId);
    for (const secret of ['user-1', 'verify.example', endpoint.secret, 'v1,'])
      expect(log).not.toContain(secret);
  });
});

describe('a failing endpoint', () => {
  it('disables an endpoint after five days, holds its events, and sends them in order when it is resumed', {
    tags: ['DHOOK-16'],
  }, async () => {
    const endpoint = await world.addEndpoint();
    const begun = world.clock.time;
    await failFor(5);
    expect(await world.endpoints()).toMatchObject([{ disabled_at: null, failing_since: begun }]);
    const last = await world.addExecution();
    const [lastId] = await world.emit(last.id);
    await attempt(lastId!);
    expect(await world.endpoints()).toMatchObject([
      { disabled_reason: 'FAILING', disabled_at: world.clock.time, failing_since: begun },
    ]);
    const later = await world.addExecution();
    const [heldId] = await world.emit(later.id);
    expect((await world.deliveries()).map(({ state }) => state)).toEqual(Array(7).fill('held'));
    expect(await world.jobs()).toEqual([]);
    expect(await attempt(heldId!)).toBe('settled');
    expect(world.sent).toHaveLength(6);

    await resumeEndpoint(services(), endpoint.id);
    world.respond = () => reply(200);
    const waits = (await world.jobs()).map(({ due_at }) => due_at - world.clock.time);
    expect(waits).toEqual([0, 20, 40, 60, 80, 100, 120]);
    world.clock.time += 120;
    for (const { subject_id } of await world.jobs()) await attempt(subject_id);
    expect((await world.deliveries()).map(({ state }) => state)).toEqual(Array(7).fill('delivered'));
    expect(envelope(11).data.id).toBe(last.id);
    expect(envelope(12).data.id).toBe(later.id);
    expect(await world.endpoints()).toMatchObject([{ disabled_at: null, failing_since: null }]);
  });

  it('keeps an endpoint enabled after two failures far apart, until it has failed for another half a day', {
    tags: ['DHOOK-52'],
  }, async () => {
    await world.addEndpoint();
    const begun = world.clock.time;
    await failFor(1);
    world.clock.time += 90 * 24 * hour;
    await failFor(1);
    expect(await world.endpoints()).toMatchObject([{ disabled_at: null, failing_since: begun }]);
    await failFor(1);
    expect(await world.endpoints()).toMatchObject([{ disabled_reason: 'FAILING', failing_since: begun }]);
  });

  it.each([3, 4, 7, 28])(
    'disables an endpoint even with an event only every %i days, and holds later events',
    { tags: ['DHOOK-52'] },
    async (days) => {
      await world.addEndpoint();
      world.respond = () => reply(500);
      const begun = world.clock.time;
      const execution = await world.addExecution();
      for (let count = 0; count < 4; count += 1) {
        world.clock.time = begun + count * days * 24 * hour;
        await world.emit(execution.id);
        for (let [job] = await world.jobs(); job !== undefined; [job] = await world.jobs()) {
          world.clock.time = job.due_at;
          await attempt(job.subject_id);
        }
      }
      expect(await world.endpoints()).toMatchObject([{ disabled_reason: 'FAILING', failing_since: begun }]);
      const states = (await world.deliveries()).map(({ state }) => state);
      expect(states).toEqual(['undelivered', 'held', 'held', 'held']);
    },
  );

  it('disables an endpoint immediately by 410, and holds all its deliveries', {
    tags: ['DHOOK-12'],
  }, async () => {
    const { deliveryId } = await queueOne();
    const other = await world.addExecution();
    await world.emit(other.id);
    world.respond = () => reply(410);
    await attempt(deliveryId);
    expect(await world.endpoints()).toMatchObject([{ disabled_reason: 'GONE' }]);
    expect((await world.deliveries()).map(({ state }) => state)).toEqual(['held', 'held']);
    expect(await world.jobs()).toEqual([]);
  });

  it.each([
    ['410', 410, 1, 'GONE'],
    ['the fifth day', 500, 5, 'FAILING'],
  ])(
    'disables an endpoint by %s for a sync event, which is given up and not sent again',
    { tags: ['S6.1-8'] },
    async (...row) => {
      const [, status, failingDays, reason] = row;
      const endpoint = await world.addEndpoint(undefined, [sync]);
      const execution = await world.addExecution();
      await failFor(failingDays, sync);
      const [last] = await world.emit(execution.id, sync);
      const [waiting] = await world.emit(execution.id, sync);
      world.respond = () => reply(status);
      await attempt(last!);
      expect(await world.endpoints()).toMatchObject([{ disabled_reason: reason }]);
      expect(await world.jobs()).toEqual([]);
      const ended = { state: 'undelivered', attempts: 1, undelivered_at: world.clock.time, next_at: null };
      const ofLast = (await world.deliveries()).find(({ id }) => id === last);
      expect(ofLast).toMatchObject({ ...ended, last_error: `HTTP_${status}` });
      await resumeEndpoint(services(), endpoint.id);
      expect((await world.jobs()).map(({ subject_id }) => subject_id)).toEqual([waiting]);
    },
  );

  it('gives up a sync event if another delivery disables the endpoint during its failing attempt', {
    tags: ['S6.1-8'],
  }, async () => {
    await world.addEndpoint(undefined, [sync]);
    const execution = await world.addExecution();
    const [first] = await world.emit(execution.id, sync);
    const [second] = await world.emit(execution.id, sync);
    world.respond = async () => {
      world.respond = () => reply(410);
      await attempt(second!);
      return reply(500);
    };
    await attempt(first!);
    expect((await world.deliveries()).map(({ state }) => state)).toEqual(['undelivered', 'undelivered']);
  });

  it('keeps an endpoint enabled while some deliveries succeed', async () => {
    const { deliveryId } = await queueOne();
    world.respond = () => reply(500);
    await attempt(deliveryId);
    const other = await world.addExecution();
    const [otherId] = await world.emit(other.id);
    world.respond = () => reply(200);
    await attempt(otherId!);
    world.clock.time += 5 * 24 * hour;
    world.respond = () => reply(500);
    await attempt(deliveryId);
    expect(await world.endpoints()).toMatchObject([{ disabled_at: null, failing_since: world.clock.time }]);
  });

  it('records a successful delivery even if another one disables the endpoint in the meantime', async () => {
    const { deliveryId } = await queueOne();
    const other = await world.addExecution();
    const [otherId] = await world.emit(other.id);
    world.respond = async () => {
      world.respond = () => reply(410);
      await attempt(otherId!);
      return reply(200);
    };
    await attempt(deliveryId);
    const states = Object.fromEntries((await world.deliveries()).map(({ id, state }) => [id, state]));
    expect(states).toEqual({ [deliveryId]: 'delivered', [otherId!]: 'held' });
  });
});

describe('an endpoint removed during an attempt', () => {
  it('leaves no delivery, job or logged attempt', async () => {
    const { deliveryId, endpoint } = await queueOne();
    world.respond = async () => {
      await removeEndpoint(services(), endpoint.id);
      return reply(500);
    };
    expect(await attempt(deliveryId)).toMatchObject({ outcome: 'settled' });
    expect([await world.deliveries(), await world.jobs(), await world.attempts()]).toEqual([[], [], []]);
  });
});

describe('an endpoint moved during an attempt', () => {
  it('ignores the response of the old address, and sends the event again to the new one', {
    tags: ['DHOOK-61'],
  }, async () => {
    const { deliveryId, endpoint } = await queueOne();
    const url = 'https://shop.example/moved?key=secret';
    world.respond = async () => {
      expect(await changeEndpoint(services(), endpoint.id, { url })).toBe('changed');
      return reply(410);
    };
    await attempt(deliveryId);
    expect(await world.endpoints()).toMatchObject([{ url, disabled_at: null, failing_since: null }]);
    expect(await theDelivery()).toMatchObject({ state: 'pending', attempts: 1, last_status: 410 });
    world.clock.time += hour;
    world.respond = () => reply(204);
    await attempt(deliveryId);
    expect(world.sent.map((request) => request.url)).toEqual(['https://shop.example/hooks', url]);
    expect(await theDelivery()).toMatchObject({ state: 'delivered' });
    const logged = (await world.attempts()).map(({ request_head }) => JSON.parse(request_head).url);
    expect(logged).toEqual(['https://shop.example/hooks', 'https://shop.example/moved?…']);
    expect(await changeEndpoint(services(), 'none', { url })).toBe('not-there');
  });
});

describe('an attempt that fails while another one disables the endpoint', () => {
  it('counts a failed attempt while another one disables the endpoint, and holds its event with the others', async () => {
    const { deliveryId, endpoint } = await queueOne();
    const other = await world.addExecution();
    const [otherId] = await world.emit(other.id);
    world.respond = async () => {
      world.respond = () => reply(410);
      await attempt(otherId!);
      return reply(500);
    };
    await attempt(deliveryId);
    expect((await world.deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['held', 1],
      ['held', 1],
    ]);
    expect(await world.jobs()).toEqual([]);
    await resumeEndpoint(services(), endpoint.id);
    expect((await world.jobs()).map(({ subject_id }) => subject_id)).toEqual([deliveryId, otherId]);
  });
});

describe('an endpoint that is disabled and resumed', () => {
  it.each([
    ['the attempt itself', () => reply(410)],
    [
      'another attempt in the meantime',
      async () => {
        const [otherId] = await world.emit((await world.addExecution()).id);
        world.respond = () => reply(410);
        await attempt(otherId!);
        return reply(500);
      },
    ],
  ])(
    'starts a new retry schedule for an event during whose last attempt the endpoint was disabled by %s',
    { tags: ['DHOOK-54'] },
    async (_, answer) => {
      const { deliveryId, endpoint } = await queueOne();
      const stored = async () => (await world.deliveries()).find(({ id }) => id === deliveryId)!;
      const failUntilItEnds = async () => {
        world.respond = () => reply(500);
        for (let next = (await stored()).next_at; next !== null; next = (await stored()).next_at) {
          world.clock.time = next;
          if ((await stored()).attempts === 8 && !isDisabled) world.respond = answer;
          await attempt(deliveryId);
        }
      };
      let isDisabled = false;
      await failUntilItEnds();
      isDisabled = true;
      expect(await stored()).toMatchObject({ state: 'held', attempts: 9, undelivered_at: null });
      await resumeEndpoint(services(), endpoint.id);
      expect(await stored()).toMatchObject({ state: 'pending', attempts: 0 });
      await failUntilItEnds();
      expect(await stored()).toMatchObject({ state: 'undelivered', attempts: 9 });
      expect(await redeliverWebhook(services(), deliveryId)).toBe('redelivered');
      world.respond = () => reply(200);
      await attempt(deliveryId);
      expect(await stored()).toMatchObject({ state: 'delivered', attempts: 1 });
    },
  );

  it('sends no event twice if it is disabled and resumed during an attempt', async () => {
    const { deliveryId, endpoint } = await queueOne();
    const [otherId] = await world.emit((await world.addExecution()).id);
    world.respond = async () => {
      world.respond = () => reply(410);
      await attempt(otherId!);
      await resumeEndpoint(services(), endpoint.id);
      expect(await world.jobs()).toHaveLength(2);
      return reply(200);
    };
    await attempt(deliveryId);
    expect((await world.jobs()).map(({ subject_id }) => subject_id)).toEqual([otherId]);
    expect((await world.deliveries()).find(({ id }) => id === deliveryId)).toMatchObject({
      state: 'delivered',
    });
  });

  it('loses no event if the process died during its attempt', async () => {
    const { deliveryId, endpoint } = await queueOne();
    const [otherId] = await world.emit((await world.addExecution()).id);
    await world.claim(deliveryId);
    world.respond = () => reply(410);
    await attempt(otherId!);
    world.respond = () => reply(200);
    expect(await attempt(deliveryId)).toBe('settled');
    expect(await world.jobs()).toEqual([]);
    await resumeEndpoint(services(), endpoint.id);
    await world.claim(deliveryId);
    await attempt(deliveryId);
    expect((await world.deliveries()).find(({ id }) => id === deliveryId)).toMatchObject({
      state: 'delivered',
    });
  });

  it('keeps the job of a delivery that is resumed between reading it and setting it aside', async () => {
    const { deliveryId, endpoint } = await queueOne();
    const claim = await world.claim(deliveryId);
    const [otherId] = await world.emit((await world.addExecution()).id);
    world.respond = () => reply(410);
    await attempt(otherId!);
    const { store } = world.services;
    const findDelivery = async (id: string) => {
      const found = await store.findDelivery(id);
      await resumeEndpoint(services(), endpoint.id);
      return found;
    };
    const outdated = { ...world.services, store: { ...store, findDelivery } };
    const outcome = await deliverWebhook(outdated, claim, new AbortController().signal);
    expect(outcome).toEqual({ againAt: world.clock.time });
    expect((await world.jobs()).map(({ subject_id }) => subject_id).sort()).toEqual(
      [deliveryId, otherId].sort(),
    );
  });

  it('creates a new job for a delivery that was given up while the endpoint was disabled', async () => {
    const { deliveryId, endpoint } = await queueOne();
    const job = { ...(await world.claim(deliveryId)), kind: 'deliver' } as never;
    const [otherId] = await world.emit((await world.addExecution()).id);
    world.respond = () => reply(410);
    await attempt(otherId!);
    await createDeliveryHandler(world.services).giveUp(job, 'The process ended during too many attempts.');
    await resumeEndpoint(services(), endpoint.id);
    const waiting = (await world.jobs()).filter((row) => row.failed_at === null && row.lease_token === null);
    expect(waiting.map(({ subject_id }) => subject_id)).toEqual([deliveryId, otherId]);
  });
});

describe('changes of the clock', () => {
  it('keeps to the schedule when the clock is set back', async () => {
    const { deliveryId } = await queueOne();
    const right = world.clock.time;
    world.clock.time += 10 * 24 * hour;
    world.respond = () => {
      world.clock.time = right;
      return reply(500);
    };
    await attempt(deliveryId);
    world.clock.time = right + 10 * 24 * hour;
    const later = await world.addExecution();
    const [ahead] = await world.emit(later.id);
    world.clock.time = right;
    expect(await bringForward(services(), new AbortController().signal)).toBe(1);
    expect(await bringForward(services(), new AbortController().signal)).toBe(0);
    const due = Object.fromEntries((await world.jobs()).map((job) => [job.subject_id, job.due_at - right]));
    expect(due[ahead!]).toBe(0);
    expect(due[deliveryId]).toBeGreaterThan(0);
    world.respond = () => reply(200);
    await attempt(ahead!);
    expect((await world.deliveries()).find(({ id }) => id === ahead)).toMatchObject({ state: 'delivered' });
  });

  it('signs each attempt with its own time when the clock jumps ahead and back', async () => {
    const { deliveryId, endpoint } = await queueOne();
    world.respond = () => reply(401);
    const right = world.clock.time;
    for (const offset of [0, 4 * 24 * hour, -hour]) {
      world.clock.time = right + offset;
      await world.database.main
        .updateTable('webhook_deliveries')
        .set({ next_at: world.clock.time })
        .execute();
      await attempt(deliveryId);
      const { headers } = world.sent.at(-1)!;
      expect(headers['webhook-timestamp']).toBe(String(Math.floor(world.clock.time / 1000)));
      const time = new Date(world.clock.time);
      const signature = new Webhook(endpoint.secret).sign(
        headers['webhook-id']!,
        time,
        bodyOf(world.sent.length - 1),
      );
      expect(headers['webhook-signature']).toBe(signature);
    }
    expect(new Set(world.sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
});

describe('a process paused during an attempt until its lease expires', () => {
  it.each([
    ['has taken the job', async () => void (await world.claim((await theDelivery()).id))],
    ['has delivered the event and deleted the job', deliverInOtherProcess],
    ['has given the event up', async () => giveUpInOtherProcess()],
    [
      'has given the event up, and it was redelivered',
      async () => {
        await giveUpInOtherProcess();
        await redeliverWebhook(services(), (await theDelivery()).id);
      },
    ],
  ])('changes nothing afterwards if another process %s', async (_, meanwhile) => {
    const { deliveryId } = await queueOne();
    let between: unknown[] = [];
    const everything = async () => [
      await world.deliveries(),
      await world.endpoints(),
      await world.attempts(),
    ];
    world.respond = async () => {
      world.respond = () => reply(200);
      await meanwhile();
      between = await everything();
      return reply(410);
    };
    expect(await attempt(deliveryId)).toMatchObject({ outcome: 'settled' });
    expect(await everything()).toEqual(between);
    expect((await world.endpoints())[0]).toMatchObject({ disabled_at: null, failing_since: null });
  });

  it.each([
    ['accepts', 200, { state: 'delivered', attempts: 1, last_status: 200 }],
    ['refuses', 503, { state: 'held', attempts: 1, last_status: 503 }],
  ])(
    'lets only the last holder store a delivery that the endpoint %s, while a third process disables the endpoint',
    async (...row) => {
      const [, status, stored] = row;
      const { deliveryId, endpoint } = await queueOne();
      const [otherId] = await world.emit((await world.addExecution()).id);
      const first = holdReply();
      const late = attempt(deliveryId);
      await first.isAwaited;
      const second = holdReply();
      const last = attempt(deliveryId);
      await second.isAwaited;
      world.respond = () => reply(410);
      await attempt(otherId!);
      first.give(reply(500));
      await late;
      const find = async () => (await world.deliveries()).find(({ id }) => id === deliveryId);
      expect(await find()).toMatchObject({ state: 'held', attempts: 0, last_status: null });
      second.give(reply(status));
      await last;
      expect(await find()).toMatchObject(stored);
      expect((await world.attempts()).map((kept) => kept.status).sort()).toEqual([status, 410].sort());
      expect(await world.jobs()).toEqual([]);
      await resumeEndpoint(services(), endpoint.id);
      const awaited = stored.state === 'held' ? [deliveryId, otherId] : [otherId];
      expect((await world.jobs()).map(({ subject_id }) => subject_id)).toEqual(awaited);
    },
  );

  it('does not give up a delivery that another process holds', async () => {
    const { deliveryId } = await queueOne();
    const stale = { ...(await world.claim(deliveryId)), kind: 'deliver' } as never;
    await world.claim(deliveryId);
    await createDeliveryHandler(world.services).giveUp(stale, 'The process ended during too many attempts.');
    expect(await theDelivery()).toMatchObject({ state: 'pending' });
  });

  /** Makes the next attempt wait for its response until the test provides it. */
  function holdReply() {
    let give: (answer: OutgoingReply) => void = () => {};
    const given = new Promise<OutgoingReply>((resolve) => {
      give = resolve;
    });
    const isAwaited = new Promise<void>((resolve) => {
      world.respond = () => {
        resolve();
        return given;
      };
    });
    return { isAwaited, give };
  }
  async function deliverInOtherProcess() {
    await attempt((await theDelivery()).id);
    await world.database.main.deleteFrom('jobs').execute();
  }
  async function giveUpInOtherProcess() {
    const given = { state: 'undelivered', undelivered_at: world.clock.time, next_at: null, attempts: 9 };
    await world.database.main.updateTable('webhook_deliveries').set(given).execute();
    await world.database.main.deleteFrom('jobs').execute();
  }
});
