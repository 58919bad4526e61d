import type { WebhookEnvelope } from '@vendor/contract';
import { expect } from 'vitest';
import { joinDatabase } from '../src/db/opening/open-database.ts';
import type { Mood, MoodyReceiver } from './moody-receiver.ts';
import type { ServiceClient } from './service-client.ts';
import { canResultFrom, type JournalEntry } from './webhook-traffic.ts';

/** Returns the part of a body that is equal in every delivery of an event. */
function frozenOf({ event, timestamp, data }: WebhookEnvelope) {
  const { id, status, loip, workflow, createdAt, checks } = data;
  const kept = checks?.map(({ checkType, status, startedAt, finishedAt }) => [
    checkType,
    status,
    startedAt,
    finishedAt,
  ]);
  return JSON.stringify({ event, timestamp, id, status, loip, workflow, createdAt, kept });
}

const isTaken = (mood: Mood) => mood === 'take' || mood === 'dawdle';
const nameOf = (executionId: string, sequence: number) => `${executionId} ${sequence}`;
export const shortOf = (event: string) => event.replace(/.*_/, '');
const userOf = ({ data }: WebhookEnvelope) => data.checks?.[0]?.userId ?? '';

/** Returns the events that a receiver accepted, by name. */
export function takenBy(receiver: MoodyReceiver) {
  return new Map(
    receiver.arrivals
      .filter(({ mood }) => isTaken(mood))
      .map(({ sequence, envelope }) => [nameOf(envelope.data.id, sequence), envelope]),
  );
}

/** Lists the events of an execution that the steady receiver got, in order. */
function eventsOf(steady: MoodyReceiver, executionId: string) {
  return [
    ...new Map(
      steady.arrivals.filter(({ envelope }) => envelope.data.id === executionId).map((a) => [a.sequence, a]),
    ),
  ]
    .sort(([a], [b]) => a - b)
    .map(([sequence, { envelope }]) => ({
      sequence,
      event: shortOf(envelope.event),
      status: envelope.data.status,
    }));
}

/** Expects each event to have one id and one body in all deliveries, and a cause in the journal. */
export function expectNothingInvented(
  receivers: readonly MoodyReceiver[],
  journal: readonly JournalEntry[],
): void {
  const [idOf, bodyOf, executionOf] = [1, 2, 3].map(() => new Map<string, string>());
  const known = new Map(journal.map((entry) => [entry.userId, entry]));
  for (const { id, sequence, envelope, verified } of receivers.flatMap(({ arrivals }) => arrivals)) {
    const name = nameOf(envelope.data.id, sequence);
    expect(idOf!.get(name) ?? id, `one id for ${name}`).toBe(id);
    expect(bodyOf!.get(id) ?? frozenOf(envelope), `one body for ${name}`).toBe(frozenOf(envelope));
    idOf!.set(name, id);
    bodyOf!.set(id, frozenOf(envelope));
    const user = userOf(envelope);
    const entry = known.get(user);
    expect(entry, `${name} has a cause in the journal`).toBeDefined();
    const execution = executionOf!.get(user) ?? entry?.executionId ?? envelope.data.id;
    expect(envelope.data.id, 'a start creates one execution').toBe(execution);
    executionOf!.set(user, execution);
    expect(verified[0], 'it is signed').toBe(true);
  }
  expect(new Set(idOf!.values()).size, 'no two events have the same id').toBe(idOf!.size);
}

/** Expects acknowledged events to be delivered in order and with their status; unacknowledged ones may be missing. */
export async function expectNothingLost(
  steady: MoodyReceiver,
  journal: readonly JournalEntry[],
  client: ServiceClient,
): Promise<void> {
  for (const entry of journal) {
    if (entry.executionId === null) continue;
    const [events, { status }] = [eventsOf(steady, entry.executionId), await client.read(entry.executionId)];
    const where = JSON.stringify({ entry, events });
    if (entry.hasEnded || entry.endsByItself) expect(status, where).not.toBe('PENDING');
    expect(
      events.map(({ sequence }) => sequence),
      where,
    ).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ event }) => event).slice(0, 1), where).toEqual(
      status === 'PENDING' ? [] : ['finished'],
    );
    expect(canResultFrom(entry.asked, events.slice(1)), where).toBe(true);
    if (status !== 'PENDING') expect(events.at(-1)?.status, where).toBe(status);
    for (const [index, { event, status: sent }] of events.entries())
      if (event === 'sync') expect(sent, where).toBe(events[index - 1]?.status);
  }
}

/** Endpoints besides the steady one, which accepts everything. */
export interface Others {
  /** Receives ends and decisions, from the beginning. */
  readonly flaky: MoodyReceiver;
  /** Receives only decisions, from the beginning. */
  readonly gone: MoodyReceiver;
  /** Was added at a position in the journal. */
  readonly late: { readonly receiver: MoodyReceiver; readonly since: number };
  /** Was removed at a time. */
  readonly leaving: { readonly receiver: MoodyReceiver; readonly until: number };
}

/**
 * Expects every receiver to have got all events it subscribed to while its endpoint existed, and no others, and no delivery to
 * be waiting.
 */
export async function expectAllDelivered(
  folder: string,
  steady: MoodyReceiver,
  { flaky, gone, late, leaving }: Others,
  journal: readonly JournalEntry[],
): Promise<void> {
  const database = await joinDatabase(folder);
  const [events, waiting, jobs] = await Promise.all([
    database.reader.selectFrom('webhook_events').select(['execution_id', 'sequence']).execute(),
    database.reader
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('state', 'in', ['pending', 'held'])
      .execute(),
    database.reader.selectFrom('jobs').select('id').where('kind', '=', 'deliver').execute(),
  ]).finally(() => database.close());
  expect([waiting, jobs]).toEqual([[], []]);
  const all = takenBy(steady);
  expect(sorted(all.keys())).toEqual(sorted(events.map((row) => nameOf(row.execution_id, row.sequence))));
  const wanted = (kinds: string[], since = 0) => {
    const users = new Set(journal.filter(({ place }) => place > since).map(({ userId }) => userId));
    return sorted(
      [...all].flatMap(([name, envelope]) =>
        kinds.includes(shortOf(envelope.event)) && users.has(userOf(envelope)) ? [name] : [],
      ),
    );
  };
  expect(sorted(takenBy(flaky).keys())).toEqual(wanted(['finished', 'updated']));
  expect(sorted(takenBy(gone).keys())).toEqual(wanted(['updated']));
  const since = wanted(['finished', 'updated'], late.since);
  expect(since.length).toBeGreaterThan(0);
  expect(sorted(takenBy(late.receiver).keys())).toEqual(expect.arrayContaining(since));
  const afterwards = leaving.receiver.arrivals.filter(
    ({ envelope }) => Date.parse(envelope.timestamp) > leaving.until,
  );
  expect(afterwards, 'a removed endpoint gets nothing').toEqual([]);
}

const sorted = (names: Iterable<string>) => [...names].sort();
