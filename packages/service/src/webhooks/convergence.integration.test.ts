import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { documentedBackends, documentedReceiver } from '../../testing/documented-receivers.ts';
import { reply, WebhookWorld } from '../../testing/webhook-world.ts';
import type { OutgoingRequest } from '../outgoing/outgoing.ts';
import { deliverWebhook } from './delivery/deliver-webhook.ts';

const { Inbox, isGenuine, keyOf } = await documentedReceiver();
const backends = await documentedBackends();
afterAll(() => {
  for (const { close } of backends) close();
});

const finished = 'orchestration/workflow_execution_finished';
const updated = 'orchestration/workflow_execution_updated';

const sync = 'orchestration/workflow_execution_sync';

/** Age in ms up to which a receiver accepts a signature. */
const toleranceMs = 5 * 60_000;

/**
 * Possible mishaps of a delivery: refused; accepted with a lost response; delivered twice; recorded by an attacker and replayed
 * with another sequence, while the signature is still accepted or too late for that.
 */
const mishaps = fc.constantFrom('refused', 'answer lost', 'twice', 'echoed', 'echoed late', 'none', 'none');

it('brings a receiver to the status of every read despite mishaps, if it ignores repeated ids and orders by sequence', {
  tags: ['DHOOK-31'],
}, async () => {
  const script = fc.record({
    decisions: fc.array(fc.array(fc.constantFrom('APPROVED', 'DECLINED', sync), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 3,
    }),
    // Fewer than the attempts of a delivery, so that none is given up.
    mishaps: fc.array(mishaps, { minLength: 1, maxLength: 8 }),
    order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    // Whether a backend stores its own row of an execution only after all events about it.
    isKeptLate: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  });
  await fc.assert(fc.asyncProperty(script, run), { numRuns: 15 });
});

interface Script {
  readonly decisions: readonly (readonly string[])[];
  readonly mishaps: readonly string[];
  readonly order: readonly number[];
  readonly isKeptLate: readonly boolean[];
}

it('keeps events that arrive before the verification is stored, and applies each once', {
  tags: ['DHOOK-31'],
}, () => {
  for (const { name, keepVerification, recordStatus, verificationOf } of backends) {
    const [user, executionId] = [`early in ${name}`, `execution of ${name}`];
    const tell = (id: string, sequence: number, status: string) =>
      recordStatus({ id: `${id} ${executionId}`, sequence, data: { id: executionId, status } });
    tell('second', 2, 'DECLINED');
    tell('first', 1, 'APPROVED');
    tell('second', 9, 'APPROVED');
    keepVerification(user, { executionId, token: 'token' });
    expect(verificationOf(user)?.status, name).toBe('DECLINED');
    tell('third', 3, 'APPROVED');
    expect(verificationOf(user)?.status, name).toBe('APPROVED');
    keepVerification(user, { executionId: `another ${executionId}`, token: 'token' });
    expect(verificationOf(user)?.status, name).toBe('PENDING');
  }
});

async function run({ decisions, mishaps: list, order, isKeptLate }: Script): Promise<void> {
  const world = await WebhookWorld.open();
  try {
    const { secret } = await world.addEndpoint('https://shop.example/hooks', [finished, updated, sync]);
    const inbox = new Inbox();
    const users = new Map<string, string>();
    const recorded: OutgoingRequest[] = [];
    let [drawn, places] = [0, 0];
    const isBelieved = ({ headers, body }: OutgoingRequest) =>
      isGenuine(Buffer.from(body!), headers, [keyOf(secret)], world.clock.time);
    const receive = (request: OutgoingRequest) => {
      expect(isBelieved(request)).toBe(true);
      const envelope = JSON.parse(String(Buffer.from(request.body!)));
      const id = request.headers['webhook-id'];
      const sequence = Number(request.headers['webhook-sequence']);
      inbox.take(id, sequence, envelope);
      for (const backend of backends) backend.recordStatus({ ...envelope, id, sequence });
    };
    const echo = (request: OutgoingRequest) =>
      // Changes the sequence, which is not signed.
      receive({ ...request, headers: { ...request.headers, 'webhook-sequence': '1000' } });
    world.respond = (request) => {
      // After the script, all deliveries succeed.
      const mishap = list[drawn] ?? 'none';
      drawn += 1;
      if (mishap === 'refused') return reply(503);
      receive(request);
      if (mishap === 'twice') receive(request);
      if (mishap === 'echoed') echo(request);
      if (mishap === 'echoed late') recorded.push(request);
      return mishap === 'answer lost' ? { kind: 'failed', failure: 'TIMEOUT' } : reply(200);
    };
    const keep = (executionId: string, user: string) => {
      for (const backend of backends) backend.keepVerification(user, { executionId, token: 'token' });
    };
    const statuses = new Map<string, string>();
    for (const [index, own] of decisions.entries()) {
      const execution = await world.addExecution();
      statuses.set(execution.id, execution.status);
      users.set(execution.id, `user of ${execution.id}`);
      if (!isKeptLate[index]) keep(execution.id, users.get(execution.id)!);
      await world.emit(execution.id, finished);
      for (const status of own) {
        if (status === sync) {
          await world.emit(execution.id, sync);
          continue;
        }
        await world.database.main
          .updateTable('executions')
          .set({ status })
          .where('id', '=', execution.id)
          .execute();
        await world.emit(execution.id, updated);
        statuses.set(execution.id, status);
      }
    }
    // Makes deliveries in any order; each failed one waits until it is due.
    for (;;) {
      const pending = (await world.deliveries()).filter(({ state }) => state === 'pending');
      if (pending.length === 0) break;
      const due = pending.filter(({ next_at }) => (next_at ?? 0) <= world.clock.time);
      if (due.length === 0) {
        world.clock.time = Math.min(...pending.map(({ next_at }) => next_at ?? Number.POSITIVE_INFINITY));
        continue;
      }
      const { id } = due[(order[places++ % order.length] ?? 0) % due.length]!;
      await deliverWebhook(world.services, await world.claim(id), new AbortController().signal);
    }
    for (const [index, [executionId, user]] of [...users].entries())
      if (isKeptLate[index]) keep(executionId, user);
    world.clock.time += toleranceMs + 1000;
    for (const request of recorded) expect(isBelieved(request)).toBe(false);
    const known = [...inbox.verifications].map(([id, { status }]) => [id, status]);
    expect(new Map(known as [string, string][])).toEqual(statuses);
    for (const { name, verificationOf } of backends)
      for (const [id, user] of users) expect(verificationOf(user)?.status, name).toBe(statuses.get(id));
  } finally {
    await world.close();
  }
}
