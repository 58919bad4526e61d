import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/open-test-database.ts';
import type { JobClaim, JobStore, NewJob } from '../../jobs/job.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import { createJobStore } from './job-store.ts';
import { insertJob } from './jobs.ts';

let folder: string;
let database: OpenDatabase;
let store: JobStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jobs-'));
  database = await openTestDatabase(folder);
  store = createJobStore(database.main);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const insert = (job: Partial<NewJob> = {}) =>
  insertJob(database.main, { kind: 'run', subjectId: 'subject', dueAt: 0, ...job }, 0);
const claim = (wanted: Partial<JobClaim> = {}) =>
  store.claim({
    kind: 'run',
    now: 0,
    leaseMs: 100,
    limit: 10,
    laneLimit: () => 10,
    running: new Map(),
    ...wanted,
  });
const claimOne = async (wanted: Partial<JobClaim> = {}) => {
  const [job, ...rest] = await claim(wanted);
  expect(rest).toEqual([]);
  return job!;
};
const stored = () => database.main.selectFrom('jobs').selectAll().execute();

describe('a job in the database', () => {
  it('claims due jobs, longest due first, with everything that was stored', async () => {
    await insert({ subjectId: 'later', dueAt: 20 });
    await insert({ subjectId: 'sooner', dueAt: 10, payload: { attempt: 2 }, maxTries: 3 });
    await insert({ subjectId: 'other kind', kind: 'expire' });
    expect(await claim({ now: 9 })).toEqual([]);
    const jobs = await claim({ now: 20 });
    expect(jobs.map(({ subjectId }) => subjectId)).toEqual(['sooner', 'later']);
    expect(jobs[0]).toMatchObject({
      kind: 'run',
      payload: { attempt: 2 },
      tries: 1,
      maxTries: 3,
      lastError: null,
    });
  });

  it('gives a job to one holder until the lease ends, and then to the next', async () => {
    await insert();
    const first = await claimOne({ now: 0 });
    expect(await claim({ now: 99 })).toEqual([]);
    expect(await store.renew(first, 200)).toBe(true);
    expect(await claim({ now: 199 })).toEqual([]);
    const second = await claimOne({ now: 200 });
    expect(second).toMatchObject({ id: first.id, tries: 1, cutOffs: 1 });
  });

  it('ignores calls of a holder that lost the lease', async () => {
    await insert();
    const lost = await claimOne({ now: 0 });
    const held = await claimOne({ now: 100 });
    const before = await stored();
    expect(await store.renew(lost, 9999)).toBe(false);
    expect(await store.complete(lost)).toBe(false);
    expect(await store.postpone(lost, 0)).toBe(false);
    expect(await store.retry(lost, 0, 'lost')).toBe(false);
    expect(await store.release(lost)).toBe(false);
    expect(await store.abandon(lost, 0, 'lost')).toBe(false);
    expect(await stored()).toEqual(before);
    expect(await store.complete(held)).toBe(true);
    expect(await stored()).toEqual([]);
  });

  it('counts tries that fail, but not those that succeed or are released', async () => {
    await insert();
    expect(await store.retry(await claimOne(), 10, 'Error: out of order')).toBe(true);
    const second = await claimOne({ now: 10 });
    expect(second).toMatchObject({ tries: 2, lastError: 'Error: out of order' });
    await store.release(second);
    const again = await claimOne({ now: 10 });
    expect(again.tries).toBe(2);
    await store.postpone(again, 50);
    expect(await claim({ now: 49 })).toEqual([]);
    expect(await claimOne({ now: 50 })).toMatchObject({ tries: 1, lastError: null });
  });

  it('keeps an abandoned job visible, and never claims it again', async () => {
    await insert();
    await store.abandon(await claimOne(), 7, 'Error: for ever broken');
    expect(await claim({ now: Number.MAX_SAFE_INTEGER })).toEqual([]);
    expect(await stored()).toMatchObject([
      { failed_at: 7, last_error: 'Error: for ever broken', lease_token: null },
    ]);
  });

  it('frees a job when the only process restarts, after a wait that depends on the number of interruptions', async () => {
    await insert();
    await insert({ subjectId: 'not begun', dueAt: 1000 });
    const { id } = await claimOne();
    expect(await store.endLeases(50, (cutOffs) => cutOffs * 10)).toBe(1);
    expect(await claim({ now: 59 })).toEqual([]);
    expect(await claimOne({ now: 60 })).toMatchObject({ id, tries: 1, cutOffs: 1 });
    await store.endLeases(60, (cutOffs) => cutOffs * 10);
    expect(await claim({ now: 79 })).toEqual([]);
    expect(await claimOne({ now: 80 })).toMatchObject({ id, tries: 1, cutOffs: 2 });
  });

  it('counts interrupted tries separately from failed ones until the job succeeds', {
    tags: ['DRUN-65'],
  }, async () => {
    await insert();
    await claimOne();
    await store.endLeases(0, () => 0);
    const again = await claimOne();
    await store.retry(again, 0, 'Error: out of order');
    const third = await claimOne();
    expect(third).toMatchObject({ tries: 2, cutOffs: 1, lastError: 'Error: out of order' });
    await store.postpone(third, 0);
    expect(await claimOne()).toMatchObject({ tries: 1, cutOffs: 0 });
  });

  it('stores no job when its transaction is rolled back', async () => {
    const transaction = database.main.transaction().execute(async (trx) => {
      await insertJob(trx, { kind: 'run', subjectId: 'subject', dueAt: 0 }, 0);
      throw new Error('rolled back');
    });
    await expect(transaction).rejects.toThrow('rolled back');
    expect(await stored()).toEqual([]);
  });
});

describe('a lane', () => {
  it('claims no more jobs of a lane than its limit, however many are due', async () => {
    for (let index = 0; index < 6; index += 1) await insert({ lane: 'busy' });
    await insert({ lane: 'quiet', dueAt: 1 });
    await insert({ dueAt: 2 });
    const lanes = (await claim({ now: 2, limit: 5, laneLimit: () => 2 })).map(({ lane }) => lane);
    expect(lanes).toEqual(['busy', 'busy', 'quiet', null]);
  });

  it('counts the jobs that the process is already running, and claims jobs behind full lanes', async () => {
    for (let index = 0; index < 100; index += 1) await insert({ lane: 'busy' });
    await insert({ lane: 'quiet', subjectId: 'behind', dueAt: 1 });
    const running = new Map([
      ['busy', 2],
      ['quiet', 1],
    ]);
    const jobs = await claim({ now: 1, limit: 3, laneLimit: () => 2, running });
    expect(jobs.map(({ subjectId }) => subjectId)).toEqual(['behind']);
    expect(await claim({ now: 1, limit: 3, laneLimit: () => 2, running })).toEqual([]);
  });

  it('keeps slots free that a busy lane must leave, and gives them to lanes that may take them', async () => {
    for (let index = 0; index < 4; index += 1) await insert({ lane: 'busy' });
    await insert({ lane: 'quiet', dueAt: 1 });
    await insert({ lane: 'quiet', dueAt: 1 });
    await insert({ dueAt: 2 });
    const allocator = { mustLeave: (_: string, count: number) => (count >= 1 ? 3 : 0), take() {} };
    const wanted = { now: 2, limit: 5, allocator };
    expect((await claim(wanted)).map(({ lane }) => lane)).toEqual(['busy', 'busy', 'quiet', null]);
    const running = new Map([
      ['busy', 2],
      ['quiet', 1],
    ]);
    expect(await claim({ ...wanted, limit: 1, running })).toEqual([]);
    expect((await claim({ ...wanted, limit: 4, running })).map(({ lane }) => lane)).toEqual(['busy']);
  });

  it('sends no query per lane for lanes without due jobs', async () => {
    for (let index = 0; index < 50; index += 1) await insert({ lane: `idle ${index}`, dueAt: 1000 });
    await insert({ lane: 'other kind', kind: 'expire' });
    const { reader, queries } = countingReader();
    store = createJobStore(database.main, reader);
    expect(await claim({ now: 999 })).toEqual([]);
    // One query for the lanes with due jobs, and one for due jobs without a lane.
    expect(queries()).toBe(2);
    await insert({ lane: 'busy', dueAt: 998 });
    await insert({ lane: 'just due', dueAt: 999 });
    expect((await claim({ now: 999 })).map(({ lane }) => lane)).toEqual(['busy', 'just due']);
    expect(queries()).toBe(2 + 4);
  });

  it('queries at most as many lanes as it may claim jobs, in the order of their first unclaimed job', async () => {
    for (let index = 0; index < 50; index += 1) await insert({ lane: `due ${index}`, dueAt: 50 - index });
    // A job that is already claimed gives its lane no turn.
    await insert({ lane: 'held', dueAt: 0 });
    await claim({ now: 0, leaseMs: 1000 });
    await insert({ lane: 'held', dueAt: 60 });
    const { reader, queries } = countingReader();
    store = createJobStore(database.main, reader);
    const lanes = async (limit: number) => (await claim({ now: 60, limit })).map(({ lane }) => lane);
    expect(await lanes(2)).toEqual(['due 49', 'due 48']);
    expect(queries()).toBe(4);
    expect(await lanes(47)).toHaveLength(47);
    expect(await lanes(10)).toEqual(['due 0', 'held']);
  });

  it('sends no query for lanes whose jobs are all claimed, or that must leave the free slots to others', {
    tags: ['DHOOK-59'],
  }, async () => {
    for (let index = 0; index < 50; index += 1) await insert({ lane: `held ${index}` });
    expect(await claim({ limit: 50 })).toHaveLength(50);
    const running = new Map(Array.from({ length: 50 }, (_, index) => [`held ${index}`, 1]));
    const allocator = { mustLeave: (_: string, count: number) => (count >= 1 ? 3 : 0), take() {} };
    const { reader, queries } = countingReader();
    store = createJobStore(database.main, reader);
    expect(await claim({ limit: 10, allocator, running })).toEqual([]);
    expect(queries()).toBe(2);
    for (let index = 0; index < 50; index += 1) await insert({ lane: `held ${index}` });
    expect(await claim({ limit: 3, allocator, running })).toEqual([]);
    expect(queries()).toBe(4);
    await insert({ lane: 'free' });
    expect((await claim({ limit: 3, allocator, running })).map(({ lane }) => lane)).toEqual(['free']);
  });
});

/** Returns a reader for searches of due jobs, and the number of queries that it has received. */
function countingReader() {
  let queries = 0;
  const reader = database.main.withPlugin({
    transformQuery: ({ node }) => node,
    // Counts results, because a prepared query is transformed only once.
    transformResult: async ({ result }) => {
      queries += 1;
      return result;
    },
  });
  return { reader, queries: () => queries };
}
