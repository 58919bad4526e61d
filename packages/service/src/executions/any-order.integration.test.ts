import type { Execution } from '@vendor/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Move, startedRun } from '../../testing/expected-run.ts';
import type { Snapshot } from '../../testing/snapshot.ts';
import { story } from '../../testing/story.ts';
import { StoryWorld } from '../../testing/story-world.ts';
import {
  ContradictionError,
  mustBeAllowed,
  mustBeReached,
  mustFollow,
  tellStory,
} from '../../testing/tell-story.ts';

/** Number of generated stories. `slow/any-order.test.ts` runs thousands. */
const stories = 50;

describe('an execution in a generated story', () => {
  let world: StoryWorld;
  beforeAll(async () => {
    world = await StoryWorld.open();
  });
  afterAll(() => world.close());

  it('follows the specification in any order of events', {
    tags: ['S3.1-15'],
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(story, (one) => tellStory(world, one)),
      { numRuns: stories },
    );
  });
});

describe('the check of a story', () => {
  const pending: Snapshot = {
    status: 'PENDING',
    awaiting: 'user',
    purgedAt: null,
    personal: 3,
    finished: 0,
    updated: 0,
    others: 0,
    decisions: 0,
  };
  const approved = { ...pending, status: 'APPROVED', awaiting: 'none', finished: 1 };
  const decided = { ...approved, status: 'DECLINED', updated: 1, decisions: 1 };
  const purged = { ...decided, personal: 0, purgedAt: 1 };

  it('accepts a walk from the start to an end, a decision and a purge', () => {
    const ways: Snapshot[][] = [
      [pending, pending],
      [pending, approved],
      [pending, decided],
      [approved, decided],
      [decided, purged],
      [purged, purged],
    ];
    for (const [earlier, now] of ways) expect(() => mustFollow(earlier!, now!)).not.toThrow();
  });

  it.each<[string, Snapshot, Snapshot]>([
    ['an unknown status', pending, { ...approved, status: 'DONE' }],
    ['an end without its event', pending, { ...approved, finished: 0 }],
    ['an event before its end', pending, { ...pending, finished: 1 }],
    ['two ends', approved, { ...approved, finished: 2 }],
    ['a decision without its event', approved, { ...decided, updated: 0 }],
    ['two events of one decision', approved, { ...decided, updated: 2 }],
    ['an unknown event', pending, { ...approved, others: 1 }],
    ['an event that disappears', decided, { ...decided, updated: 0, decisions: 0 }],
    ['a return to the start', approved, pending],
    ['a decision after ERROR', { ...approved, status: 'ERROR' }, decided],
    ['a purge of a pending execution', pending, { ...pending, personal: 0, purgedAt: 1 }],
    ['an incomplete purge', decided, { ...purged, personal: 1 }],
    ['another status after a purge', purged, { ...purged, status: 'APPROVED' }],
    ['another event after a purge', purged, { ...purged, updated: 2, decisions: 2 }],
  ])('rejects %s', (_, earlier, now) => {
    expect(() => mustFollow(earlier, now)).toThrow(ContradictionError);
  });

  it.each<[string, Partial<Execution>, Partial<Execution>, string[]]>([
    ['checks of a pending execution', {}, { status: 'PENDING', checks: [] }, []],
    ['an end without checks', { status: 'PENDING', checks: null }, { checks: null }, []],
    ['a change of status without a decision', { status: 'REVIEW' }, { status: 'APPROVED' }, []],
    ['a change of status against the decision', { status: 'REVIEW' }, { status: 'APPROVED' }, ['DECLINED']],
    ['a decision after ERROR', { status: 'ERROR' }, { status: 'APPROVED' }, ['APPROVED']],
    ['a read that changes after a purge', { dataPurgedAt: 'then' }, { dataPurgedAt: 'later' }, []],
  ])('rejects %s in a read', (_, before, after, decisions) => {
    const execution = { status: 'APPROVED', checks: [], dataPurgedAt: null } as unknown as Execution;
    expect(() => mustBeAllowed({ ...execution, ...before }, { ...execution, ...after }, decisions)).toThrow(
      ContradictionError,
    );
  });

  const hourMs = 60 * 60_000;
  const begin: Move = { kind: 'begin' };
  const submit = (attempt = 1): Move => ({ kind: 'submit', attempt });
  const judge = (finding: 'passes' | 'doubts' | 'declines' | 'asks again' | 'breaks'): Move => ({
    kind: 'judge',
    findings: [finding],
  });
  const expire: Move = { kind: 'expire' };
  const hours = (count: number): Move => ({ kind: 'pass', ms: count * hourMs });
  const token = startedRun({ first: 'document', channel: 'token', lifetimeMs: hourMs }, 0);
  const link = startedRun({ first: 'document', channel: 'link', lifetimeMs: 5 * hourMs }, 0);
  const submitted = [begin, submit()];
  const triedTwice = [...submitted, judge('asks again'), submit(2), judge('asks again'), submit(3)];

  it.each([
    ['APPROVED', token, [...submitted, judge('passes')]],
    ['REVIEW', token, [...submitted, judge('doubts')]],
    ['DECLINED', token, [...submitted, judge('declines')]],
    ['DECLINED', token, [...triedTwice, judge('asks again')]],
    ['ERROR', token, [...submitted, judge('breaks')]],
    ['EXPIRED', token, [hours(1), expire]],
    ['EXPIRED', token, [begin, hours(1), expire]],
    ['EXPIRED', token, [...submitted, hours(1), judge('asks again')]],
    ['APPROVED', token, [...submitted, hours(1), expire, judge('passes')]],
    ['EXPIRED', link, [hours(5), expire]],
    ['EXPIRED', link, [hours(4), begin, { kind: 'extend' }, hours(1), expire]],
    ['APPROVED', link, [hours(4), ...submitted, judge('passes')]],
    ['DECLINED', token, [hours(1), expire, { kind: 'decide', status: 'DECLINED' }]],
  ] as const)('accepts an end with %s after matching moves: %#', (status, run, moves) => {
    expect(mustBeReached([run], [moves], { status, awaiting: 'none' }, null)).toHaveLength(1);
  });

  it.each([
    ['an approval without a submission', token, [begin, judge('passes')], 'APPROVED'],
    ['an approval after a declined check', token, [...submitted, judge('declines')], 'APPROVED'],
    ['a decline after a check in doubt', token, [...submitted, judge('doubts')], 'DECLINED'],
    ['a retry limit that comes too early', token, [...submitted, judge('asks again')], 'DECLINED'],
    ['a retry limit that never comes', token, [...triedTwice, judge('asks again')], 'PENDING'],
    ['an ERROR of a check that was carried out', token, [...submitted, judge('passes')], 'ERROR'],
    ['an expiry before its time', token, [begin, hours(0.9), expire], 'EXPIRED'],
    ['an expiry while checks run', token, [...submitted, hours(2), expire], 'EXPIRED'],
    ['an expiry that never comes', token, [begin, hours(1), expire], 'PENDING'],
    ['a link that lives as long as a token', link, [hours(1), expire], 'EXPIRED'],
    ['a link whose lifetime is extended by its begin', link, [hours(4), begin, hours(1), expire], 'PENDING'],
    ['a begin after the end of a link', link, [hours(5), begin], 'PENDING'],
    ['an attempt that was not asked for', token, [begin, submit(2)], 'PENDING'],
    ['a decision on a pending execution', token, [begin, { kind: 'decide', status: 'APPROVED' }], 'APPROVED'],
  ] as const)('rejects %s, given its moves', (_, run, moves, status) => {
    for (const awaiting of ['user', 'checks', 'none'] as const)
      expect(() => mustBeReached([run], [moves], { status, awaiting }, null)).toThrow(ContradictionError);
  });

  it('rejects a link that shows its page a wrong state', () => {
    const now = { status: 'PENDING', awaiting: 'user' } as const;
    expect(mustBeReached([link], [[hours(4)]], now, 'open')).toHaveLength(1);
    expect(() => mustBeReached([link], [[hours(5)]], now, 'open')).toThrow(ContradictionError);
    expect(() => mustBeReached([link], [[hours(4)]], now, 'incomplete')).toThrow(ContradictionError);
  });

  it('accepts any order of moves that happen at the same time', () => {
    const reached = mustBeReached(
      [token],
      [[begin], [hours(1)]],
      { status: 'PENDING', awaiting: 'user' },
      null,
    );
    expect(reached).toMatchObject([{ begunAt: 0, now: hourMs }]);
    const checks = [
      [judge('passes'), expire],
      [judge('declines'), expire],
    ];
    const waiting = mustBeReached([token], [submitted], { status: 'PENDING', awaiting: 'checks' }, null);
    for (const status of ['APPROVED', 'DECLINED'])
      expect(mustBeReached(waiting, checks, { status, awaiting: 'none' }, null)).toHaveLength(1);
    expect(() => mustBeReached(waiting, checks, { status: 'REVIEW', awaiting: 'none' }, null)).toThrow(
      ContradictionError,
    );
  });
});
