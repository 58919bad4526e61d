import type { WebhookEnvelope } from '@vendor/contract';
import { expect } from 'vitest';
import { joinDatabase } from '../src/db/opening/open-database.ts';
import type { Mood, MoodyReceiver } from './moody-receiver.ts';
import type { ServiceClient } from './service-client.ts';
import { canHaveCome, type JournalEntry } from './webhook-traffic.ts';

/** Picks the part of a body that stays the same however often it is sent. */
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

/** The events that a receiver took, by name. */
export function takenBy(receiver: MoodyReceiver) {
  return new Map(
    receiver.arrivals
      .filter(({ mood }) => isTaken(mood))
      .map(({ sequence, envelope }) => [nameOf(envelope.data.id, sequence), envelope]),
  );
}

/** Lists the events of an execution that the steady receiver got, in order. */
function taleOf(steady: MoodyReceiver, executionId: string) {
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

/** Each event has one id and one body, wherever and however often it arrives, and comes of something in the journal. */
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
    expect(entry, `${name} was asked for`).toBeDefined();
    const execution = executionOf!.get(user) ?? entry?.executionId ?? envelope.data.id;
    expect(envelope.data.id, 'a start makes one execution').toBe(execution);
    executionOf!.set(user, execution);
    expect(verified[0], 'it is signed').toBe(true);
  }
  expect(new Set(idOf!.values()).size, 'no id names two events').toBe(idOf!.size);
}

/** Expects acknowledged events to be delivered, in order and with their status; others may have been. */
export async function expectNothingLost(
  steady: MoodyReceiver,
  journal: readonly JournalEntry[],
  client: ServiceClient,
): Promise<void> {
  for (const entry of journal) {
    if (entry.executionId === null) continue;
    const [tale, { status }] = [taleOf(steady, entry.executionId), await client.read(entry.executionId)];
    const where = JSON.stringify({ entry, tale });
    if (entry.hasEnded || entry.endsByItself) expect(status, where).not.toBe('PENDING');
    expect(
      tale.map(({ sequence }) => sequence),
      where,
    ).toEqual(tale.map((_, index) => index + 1));
    expect(tale.map(({ event }) => event).slice(0, 1), where).toEqual(
      status === 'PENDING' ? [] : ['finished'],
    );
    expect(canHaveCome(entry.asked, tale.slice(1)), where).toBe(true);
    if (status !== 'PENDING') expect(tale.at(-1)?.status, where).toBe(status);
    for (const [index, { event, status: told }] of tale.entries())
      if (event === 'sync') expect(told, where).toBe(tale[index - 1]?.status);
  }
}

/** The endpoints beside the one that takes everything always. */
export interface Others {
  /** Was there all the time, for ends and decisions. */
  readonly flaky: MoodyReceiver;
  /** Likewise, for decisions alone. */
  readonly gone: MoodyReceiver;
  /** Has been there since a place in the journal. */
  readonly late: { readonly receiver: MoodyReceiver; readonly since: number };
  /** Was there until a time. */
  readonly leaving: { readonly receiver: MoodyReceiver; readonly until: number };
}

/** Everyone was told what concerns them: all since they were there, and nothing else; and nothing waits any more. */
export async function expectAllTold(
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
  expect(afterwards, 'who was removed is told nothing').toEqual([]);
}

const sorted = (names: Iterable<string>) => [...names].sort();
