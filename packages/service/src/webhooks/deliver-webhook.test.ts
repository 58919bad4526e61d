import { webhookEnvelopeSchema } from '@vendor/contract';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reply, WebhookWorld } from '../../testing/webhook-world.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { createDeliveryHandler } from './delivery-handler.ts';
import { openSecrets, rotateSecrets, sealSecrets } from './endpoint-secrets.ts';
import { replayDelivery, resumeEndpoint } from './replay-deliveries.ts';

const hour = 60 * 60 * 1000;
const updated = 'orchestration/workflow_execution_updated';
let world: WebhookWorld;
beforeEach(async () => {
  world = await WebhookWorld.open();
});
afterEach(() => world.close());

const attempt = (deliveryId: string) =>
  deliverWebhook(world.services, deliveryId, new AbortController().signal);
const services = () => ({ ...world.services, jobs: { wake: () => {} } });
const bodyOf = (index: number) => String(Buffer.from(world.sent[index]!.body!));
const envelope = (index: number) => webhookEnvelopeSchema.parse(JSON.parse(bodyOf(index)));
const theDelivery = async () => (await world.deliveries())[0]!;
/** An endpoint and an event on its way to it. */
async function queueOne() {
  const endpoint = await world.addEndpoint();
  const execution = await world.addExecution();
  const [deliveryId] = await world.emit(execution.id);
  return { endpoint, execution, deliveryId: deliveryId! };
}

describe('a delivery', () => {
  it('posts exactly event, timestamp and data, and data is what a read gives', async () => {
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

  it('is signed so that the public library verifies it, and nothing else does', async () => {
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

  it('is signed with the old and the new secret while a rotation lasts', async () => {
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

  it('has one id in all its attempts, a time of its own in each, and its place in the execution', async () => {
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

  it('keeps the status of its event although the execution was decided otherwise since', async () => {
    const { execution, deliveryId } = await queueOne();
    world.setExecution({ ...execution, status: 'DECLINED' });
    await attempt(deliveryId);
    expect(envelope(0).data.status).toBe('APPROVED');
  });

  it('keeps the outcome and the end of its checks although they were changed since', async () => {
    const { execution, deliveryId } = await queueOne();
    const [check] = execution.checks!;
    const later = new Date(world.clock.time + hour).toISOString();
    const checks = [{ ...check!, status: 'DECLINED', finishedAt: later } as const];
    world.setExecution({ ...execution, checks });
    await attempt(deliveryId);
    const { checkType, status, startedAt, finishedAt } = check!;
    expect(envelope(0).data.checks![0]).toMatchObject({ checkType, status, startedAt, finishedAt });
  });

  it.each([
    ['kind', { checkType: 'SELFIE_CHECK' }],
    ['start', { startedAt: '2031-01-01T00:00:00.000Z' }],
  ] as const)('never says of a check of another %s what was kept of its own', async (_, change) => {
    const { execution, deliveryId } = await queueOne();
    world.setExecution({ ...execution, checks: [{ ...execution.checks![0]!, ...change }] });
    await expect(attempt(deliveryId)).rejects.toThrow('are not those of its execution');
    expect(world.sent).toEqual([]);
  });

  it('says nothing personal any more once the execution was purged', async () => {
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

  it('has fresh media links in every attempt', async () => {
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

  it('goes to every endpoint that subscribed to the event, and to no other', async () => {
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

  it('is queued with its job in the transaction of the change, or not at all', async () => {
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
        throw new Error('the commit failed');
      }),
    ).rejects.toThrow('the commit failed');
    expect(await world.deliveries()).toHaveLength(1);
  });
});

describe('a delivery that fails', () => {
  it('is attempted nine times over days, then kept undelivered', async () => {
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
    expect(await attempt(deliveryId)).toBe('done');
    expect(world.sent).toHaveLength(9);
  });

  it('is not attempted before its time', async () => {
    const { deliveryId } = await queueOne();
    world.respond = () => reply(503, '600');
    await attempt(deliveryId);
    world.clock.time += 599_000;
    expect(await attempt(deliveryId)).toEqual({ againAt: world.clock.time + 1000 });
    expect(world.sent).toHaveLength(1);
  });

  it('is done with as soon as an attempt succeeds', async () => {
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
    expect(await attempt(deliveryId)).toBe('done');
    expect(world.sent).toHaveLength(2);
  });

  it('can be replayed with the whole schedule before it', async () => {
    const { deliveryId } = await queueOne();
    world.respond = () => reply(500);
    while ((await theDelivery()).state === 'pending') {
      await attempt(deliveryId);
      world.clock.time = (await theDelivery()).next_at ?? world.clock.time;
    }
    await world.database.main.deleteFrom('jobs').execute();
    expect(await replayDelivery(services(), deliveryId)).toBe(true);
    expect(await replayDelivery(services(), deliveryId)).toBe(false);
    expect(await theDelivery()).toMatchObject({ state: 'pending', attempts: 0, next_at: world.clock.time });
    expect(await world.jobs()).toHaveLength(1);
    world.respond = () => reply(200);
    await attempt(deliveryId);
    expect(await theDelivery()).toMatchObject({ state: 'delivered' });
  });

  it('counts nothing when a stop cut the attempt off', async () => {
    const { deliveryId } = await queueOne();
    const stop = new AbortController();
    world.respond = () => {
      stop.abort(new Error('stopping'));
      return { kind: 'failed', failure: 'ABORTED' };
    };
    await expect(deliverWebhook(world.services, deliveryId, stop.signal)).rejects.toThrow('stopping');
    expect(await theDelivery()).toMatchObject({ state: 'pending', attempts: 0, last_error: null });
  });

  it('is set aside, not lost, when the process died in every attempt', async () => {
    const { deliveryId } = await queueOne();
    const [job] = await world.jobStore().claim({
      kind: 'deliver',
      now: world.clock.time,
      leaseMs: 1,
      limit: 1,
      laneLimit: () => 1,
      running: new Map(),
    });
    await createDeliveryHandler(world.services).giveUp(job!, 'The process ended during every try.');
    expect(await theDelivery()).toMatchObject({ state: 'undelivered', last_error: 'NOT_CARRIED_OUT' });
    expect(await replayDelivery(services(), deliveryId)).toBe(true);
  });

  it.each([
    ['HTTP_503', reply(503), 503],
    ['CERTIFICATE_REFUSED', { kind: 'failed', failure: 'CERTIFICATE_REFUSED' } as const, null],
  ])('is logged as a warning with the cause %s when it fails', async (cause, answer, status) => {
    const { deliveryId } = await queueOne();
    world.respond = () => answer;
    await attempt(deliveryId);
    expect(world.logLines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 'warn', delivery: deliveryId, attempts: 1, status, cause }),
    );
  });

  it('logs neither what was sent nor where to', async () => {
    const { deliveryId, endpoint } = await queueOne();
    world.respond = () => reply(500);
    await attempt(deliveryId);
    const log = world.logLines.join('');
    expect(log).toContain(deliveryId);
    for (const secret of ['user-1', 'verify.example', endpoint.secret, 'v1,'])
      expect(log).not.toContain(secret);
  });
});

describe('an endpoint that fails', () => {
  it('is disabled after five days, and its events queue and go out in order when it is resumed', async () => {
    const { deliveryId, endpoint } = await queueOne();
    world.respond = () => reply(500);
    await attempt(deliveryId);
    world.clock.time += 5 * 24 * hour;
    await attempt(deliveryId);
    expect(await world.endpoints()).toMatchObject([
      { disabled_reason: 'FAILING', disabled_at: world.clock.time },
    ]);
    const later = await world.addExecution();
    const [heldId] = await world.emit(later.id);
    expect((await world.deliveries()).map(({ state }) => state)).toEqual(['held', 'held']);
    expect(await world.jobs()).toEqual([]);
    expect(await attempt(heldId!)).toBe('done');
    expect(world.sent).toHaveLength(2);

    await resumeEndpoint(services(), endpoint.id);
    world.respond = () => reply(200);
    expect((await world.jobs()).map(({ due_at }) => due_at - world.clock.time)).toEqual([0, 20]);
    world.clock.time += 20;
    for (const { subject_id } of await world.jobs()) await attempt(subject_id);
    expect((await world.deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(envelope(3).data.id).toBe(later.id);
    expect(await world.endpoints()).toMatchObject([{ disabled_at: null, failing_since: null }]);
  });

  it('is disabled at once by 410, for all that is under way', async () => {
    const { deliveryId } = await queueOne();
    const other = await world.addExecution();
    await world.emit(other.id);
    world.respond = () => reply(410);
    await attempt(deliveryId);
    expect(await world.endpoints()).toMatchObject([{ disabled_reason: 'GONE' }]);
    expect((await world.deliveries()).map(({ state }) => state)).toEqual(['held', 'held']);
    expect(await world.jobs()).toEqual([]);
  });

  it('is not disabled while something still arrives', async () => {
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

  it('takes a delivery that succeeds while another disables it as delivered', async () => {
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
