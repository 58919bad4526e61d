import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../audit/audit-event.ts';
import type { ListedExecution } from '../../executions/reads/execution-directory.ts';
import { ChangeFeed } from './change-feed.ts';

let now = 0;
let reads: string[][] = [];
let events: Pick<AuditEvent, 'seq' | 'act' | 'subjectId'>[] = [];
let seqs: Record<string, number> = {};
const failures: unknown[] = [];
let feed: ChangeFeed;

beforeEach(() => {
  now = 0;
  reads = [];
  events = [];
  seqs = {};
  failures.length = 0;
  feed = new ChangeFeed({
    directory: {
      rowsOf: async (ids) => {
        reads.push([...ids]);
        return ids.map(
          (id) => ({ id, accountId: 'account', mode: 'live', seq: seqs[id] ?? 1 }) as ListedExecution,
        );
      },
    },
    audit: {
      page: async () => [],
      eventsAfter: async (_chain, seq) => events.filter((event) => event.seq > seq) as AuditEvent[],
    },
    elapsed: () => now,
    onFailure: (error) => failures.push(error),
  });
});
afterEach(() => feed.close());

const since = (
  after: string | null,
  waitMs = 0,
  accountId = 'account',
  signal = new AbortController().signal,
) => feed.changesSince(accountId, after, { waitMs, signal, isVisible: () => true });
const idsOf = ({ executions }: Awaited<ReturnType<typeof since>>) => executions.map(({ id }) => id);

describe('ChangeFeed', () => {
  test('reads nothing before the first request, and stops two minutes after the last one', async () => {
    feed.note('a');
    const { cursor } = await since(null);
    const waiting = since(cursor, 1000);
    feed.note('b');
    expect(idsOf(await waiting)).toEqual(['b']);
    now += 121_000;
    feed.note('c');
    expect(reads).toEqual([['b']]);
    expect(await since(cursor)).toMatchObject({ isReset: true });
  });

  test('reads changes that were noted together in one query', async () => {
    const { cursor } = await since(null);
    const waiting = since(cursor, 1000);
    for (const id of ['a', 'b', 'a']) feed.note(id);
    expect(idsOf(await waiting)).toEqual(['a', 'b']);
    expect(reads).toEqual([['a', 'b']]);
  });

  test('reports each execution once, in the order of the last change', async () => {
    const { cursor } = await since(null);
    events.push(
      { seq: 1, act: 'execution.start', subjectId: 'a' },
      { seq: 2, act: 'execution.read', subjectId: 'x' },
    );
    await feed.readAudit();
    events.push({ seq: 3, act: 'execution.start', subjectId: 'b' });
    seqs.a = 2;
    events.push({ seq: 4, act: 'execution.decide', subjectId: 'a' });
    await feed.readAudit();
    const latest = await since(cursor);
    expect(latest.executions.map(({ id, seq }) => [id, seq])).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
    await feed.readAudit();
    expect(idsOf(await since(latest.cursor))).toEqual([]);
  });

  test('does not report a change again that the audit trail repeats', async () => {
    const { cursor } = await since(null);
    const waiting = since(cursor, 1000);
    feed.note('a');
    const noted = await waiting;
    expect(idsOf(noted)).toEqual(['a']);
    events.push({ seq: 1, act: 'execution.start', subjectId: 'a' });
    await feed.readAudit();
    expect(idsOf(await since(noted.cursor))).toEqual([]);
  });

  test('resets a caller who missed more changes than are remembered', async () => {
    const { cursor } = await since(null);
    for (let n = 0; n <= 1000; n++) events.push({ seq: n + 1, act: 'execution.start', subjectId: `e${n}` });
    await feed.readAudit();
    expect(await since(cursor)).toMatchObject({ isReset: true });
  });

  test('ends the wait of a caller who disconnects', async () => {
    const { cursor } = await since(null);
    const gone = new AbortController();
    const waiting = since(cursor, 60_000, 'account', gone.signal);
    await expect.poll(() => feed.waiting).toBe(1);
    gone.abort();
    expect(idsOf(await waiting)).toEqual([]);
    expect(feed.waiting).toBe(0);
  });

  test('keeps following after a failed read', async () => {
    const { cursor } = await since(null);
    const { push } = reads;
    reads.push = () => {
      reads.push = push;
      throw new Error('The disk is gone.');
    };
    feed.note('a');
    await expect.poll(() => failures.length).toBe(1);
    const waiting = since(cursor, 1000);
    feed.note('b');
    expect(idsOf(await waiting)).toEqual(['b']);
  });
});
