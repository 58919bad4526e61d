import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/open-test-database.ts';
import { createJobStore } from '../../db/jobs/job-store.ts';
import { insertJob } from '../../db/jobs/jobs.ts';
import type { OpenDatabase } from '../../db/opening/open-database.ts';
import { createEvaluationConcurrency, laneOf } from './evaluation-lane.ts';

let folder: string;
let database: OpenDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lanes-'));
  database = await openTestDatabase(folder);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const now = 1_000_000;
/** Stores jobs that fell due one after the other. */
async function store(lanes: readonly string[]): Promise<void> {
  for (const [index, lane] of lanes.entries())
    await insertJob(
      database.main,
      { kind: 'evaluate', subjectId: `${lane} ${index}`, lane, dueAt: index },
      now,
    );
}
const documents = (accountId: string) => laneOf('DOCUMENT_CHECK', accountId);

/** Claims like the runner, as many jobs as fit, and ends all of them before the next claim. */
function claimer(checks: number, faces = 1, letters = 1) {
  const jobs = createJobStore(database.main);
  const places = createEvaluationConcurrency({ checks, faces, letters });
  const running: string[] = [];
  return async () => {
    const begun: string[] = [];
    for (;;) {
      const counts = new Map(running.map((lane) => [lane, running.filter((one) => one === lane).length]));
      const claimed = await jobs.claim({
        kind: 'evaluate',
        now,
        leaseMs: 1e9,
        limit: places.concurrency - running.length,
        laneLimit: places.laneLimit,
        allocator: places.allocate(counts),
        running: counts,
      });
      if (claimed.length === 0) break;
      begun.push(...claimed.map(({ lane }) => lane!));
      running.push(...claimed.map(({ lane }) => lane!));
    }
    running.splice(0);
    return begun;
  };
}

it('lets accounts take turns, even if many jobs of one were due before', async () => {
  await store([...Array<string>(50).fill(documents('a')), documents('b'), documents('c')]);
  const claim = claimer(1);
  const turns: string[] = [];
  for (let count = 0; count < 5; count += 1) turns.push(...(await claim()));
  expect(turns).toEqual(['a', 'b', 'c', 'a', 'a'].map(documents));
});

it('gives one account all processes of a kind, until another account has a job', async () => {
  await store(Array<string>(9).fill(documents('a')));
  const claim = claimer(3);
  expect(await claim()).toEqual(['a', 'a', 'a'].map(documents));
  await insertJob(
    database.main,
    { kind: 'evaluate', subjectId: 'late', lane: documents('b'), dueAt: now },
    now,
  );
  expect(await claim()).toEqual(['b', 'a', 'a'].map(documents));
});

it('limits the jobs of a kind to its processes, across all accounts', async () => {
  const letters = ['a', 'b', 'c'].map((accountId) => laneOf('POA_CHECK', accountId));
  await store([...letters, laneOf('SELFIE_CHECK', 'a'), documents('a')]);
  const claim = claimer(1);
  expect(await claim()).toEqual([letters[0], laneOf('SELFIE_CHECK', 'a'), documents('a')]);
});

it('runs jobs that version 0.2.0 stored without an account', async () => {
  await store(['checks', 'faces', 'letters']);
  expect(await claimer(1)()).toEqual(['checks', 'faces', 'letters']);
});

it('runs as many selfies and letters at a time as they have processes', async () => {
  const faces = laneOf('SELFIE_CHECK', 'a');
  const letters = laneOf('POA_CHECK', 'a');
  await store([...Array(5).fill(faces), ...Array(5).fill(letters), documents('a')]);
  const begun = await claimer(1, 3, 2)();
  const countOf = (lane: string) => begun.filter((one) => one === lane).length;
  expect([countOf(faces), countOf(letters), countOf(documents('a'))]).toEqual([3, 2, 1]);
});
