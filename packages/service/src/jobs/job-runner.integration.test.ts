import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLaidDatabase } from '../../testing/lay-database.ts';
import { holdTime, passTime as pass } from '../../testing/pass-time.ts';
import { systemClock } from '../clock.ts';
import { createJobStore } from '../db/jobs/job-store.ts';
import { insertJob } from '../db/jobs/jobs.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { createLogger } from '../logging/logger.ts';
import type { ClaimedJob, JobStore, NewJob } from './job.ts';
import { createJobRunner, type JobHandler, type JobRunner, type JobRunnerOptions } from './job-runner.ts';

const leaseMs = 30_000;
let folder: string;
let database: OpenDatabase;
let store: JobStore;
let runners: JobRunner[];
let lines: string[];

beforeEach(async () => {
  holdTime();
  folder = mkdtempSync(join(tmpdir(), 'runner-'));
  database = await openLaidDatabase(folder);
  store = createJobStore(database.main);
  runners = [];
  lines = [];
});
afterEach(async () => {
  const stopped = Promise.all(runners.map((runner) => runner.stop(0)));
  await pass(1);
  await stopped;
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  vi.useRealTimers();
});

const insert = (job: Partial<NewJob> = {}) =>
  insertJob(database.main, { kind: 'run', subjectId: 'subject', dueAt: Date.now(), ...job }, Date.now());
const handler = (parts: Partial<JobHandler>): JobHandler => ({
  concurrency: 4,
  run: async () => 'done',
  giveUp: async () => {},
  ...parts,
});
const createRunner = (run: JobHandler, from: JobStore = store, options: Partial<JobRunnerOptions> = {}) => {
  const logger = createLogger({ level: 'debug', clock: systemClock, write: (line) => lines.push(line) });
  const runner = createJobRunner({
    store: from,
    handlers: { run },
    clock: systemClock,
    logger,
    leaseMs,
    pollMs: () => 1000,
    ...options,
  });
  runners.push(runner);
  return runner;
};
const start = (parts: Partial<JobHandler>, options?: Partial<JobRunnerOptions>) => {
  const runner = createRunner(handler(parts), store, options);
  runner.start();
  return runner;
};
/** Begins a number of tries of the job in which the process dies. */
async function killInTries(times: number): Promise<void> {
  const claim = { kind: 'run', leaseMs, limit: 1, laneLimit: () => 1, running: new Map() } as const;
  for (let kill = 0; kill < times; kill += 1) {
    expect(await store.claim({ ...claim, now: Date.now() })).toHaveLength(1);
    expect(await store.endLeases(Date.now(), () => 0)).toBe(1);
  }
}
const storedJobs = () => database.main.selectFrom('jobs').selectAll().execute();
const never = () => new Promise<never>(() => {});

it('leaves the jobs of a held kind due until it is released', async () => {
  await insert();
  let isHeld = true;
  const run = vi.fn(async () => 'done' as const);
  const runner = createRunner(handler({ run, isHeld: async () => isHeld }));
  runner.start();
  await pass(3000);
  expect(run).not.toHaveBeenCalled();
  const [job] = await database.main.selectFrom('jobs').select(['tries', 'lease_token']).execute();
  expect(job).toEqual({ tries: 0, lease_token: null });
  isHeld = false;
  await pass(1000);
  expect(run).toHaveBeenCalledOnce();
});

describe('the job runner', () => {
  it('runs a due job once and forgets it', async () => {
    await insert({ subjectId: 'now', payload: { slot: 'front' } });
    await insert({ subjectId: 'in a minute', dueAt: Date.now() + 60_000 });
    const seen: ClaimedJob[] = [];
    start({
      run: async (job) => {
        seen.push(job);
        return 'done';
      },
    });
    await pass(59_000);
    expect(seen).toMatchObject([{ subjectId: 'now', payload: { slot: 'front' }, tries: 1 }]);
    await pass(2_000);
    expect(seen.map(({ subjectId }) => subjectId)).toEqual(['now', 'in a minute']);
    expect(await storedJobs()).toEqual([]);
  });

  it('runs a job at once when woken, without waiting for the next poll', async () => {
    const run = vi.fn(async () => 'done' as const);
    const runner = start({ run });
    await pass(10);
    await insert();
    runner.wake();
    await pass(0);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('runs a job again at the time that it returned', async () => {
    const times: number[] = [];
    const begun = Date.now();
    await insert();
    start({
      run: async () => {
        times.push(Date.now() - begun);
        return times.length < 3 ? { againAt: Date.now() + 60_000 } : 'done';
      },
    });
    await pass(180_000);
    expect(times).toHaveLength(3);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(60_000);
    expect(times[2]! - times[1]!).toBeLessThan(61_000);
    expect(await storedJobs()).toEqual([]);
  });

  it('keeps the lease of a job for as long as it runs', async () => {
    await insert();
    let running = 0;
    let most = 0;
    const run = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 4 * leaseMs));
      running -= 1;
      return 'done' as const;
    };
    start({ run }, { pollMs: () => 5000 });
    start({ run }, { pollMs: () => 5000 });
    await pass(3 * leaseMs);
    expect(running).toBe(1);
    await pass(2 * leaseMs);
    expect(most).toBe(1);
    expect(await storedJobs()).toEqual([]);
  });

  it('gives a lane only the slots allocated to it, and leaves the others to later lanes', {
    tags: ['DHOOK-59'],
  }, async () => {
    for (let count = 0; count < 4; count += 1) await insert({ lane: 'a' });
    const begun: (string | null)[] = [];
    const runner = start({
      concurrency: 4,
      laneLimit: () => 4,
      allocate: () => ({ mustLeave: (_, running) => (running === 0 ? 0 : 2), take: () => {} }),
      run: ({ lane }) => {
        begun.push(lane);
        return never();
      },
    });
    await pass(10);
    expect(begun).toEqual(['a', 'a']);
    for (const lane of ['b', 'c', 'd']) await insert({ lane });
    runner.wake();
    await pass(10);
    expect(begun).toEqual(['a', 'a', 'b', 'c']);
  });

  it('takes over the job of a dead process after its lease', async () => {
    await insert();
    await store.claim({
      kind: 'run',
      now: Date.now(),
      leaseMs,
      limit: 1,
      laneLimit: () => 1,
      running: new Map(),
    });
    const run = vi.fn(async (_job: ClaimedJob) => 'done' as const);
    start({ run });
    await pass(leaseMs - 1000);
    expect(run).not.toHaveBeenCalled();
    await pass(2000);
    expect(run.mock.calls).toMatchObject([[{ tries: 1, cutOffs: 1 }, expect.anything()]]);
  });

  it('aborts a job whose lease another process took, and leaves it to that process', async () => {
    await insert();
    let signal: AbortSignal | undefined;
    start({
      run: (_job, given) => {
        signal = given;
        return never();
      },
    });
    await pass(0);
    await database.main
      .updateTable('jobs')
      .set({ lease_token: 'another', lease_until: Date.now() + 10 * leaseMs })
      .execute();
    await pass(leaseMs);
    expect(signal?.aborted).toBe(true);
    expect(await storedJobs()).toMatchObject([{ lease_token: 'another', tries: 1 }]);
  });

  it('aborts a job if the renewal of its lease is not answered before the lease ends', async () => {
    await insert();
    let signal: AbortSignal | undefined;
    const unanswered: JobStore = { ...store, renew: never };
    const run = (_job: ClaimedJob, given: AbortSignal) => {
      signal ??= given;
      return never();
    };
    createRunner(handler({ run }), unanswered).start();
    await pass(leaseMs - 1000);
    expect(signal?.aborted).toBe(false);
    await pass(2000);
    expect(signal?.aborted).toBe(true);
  });

  it('claims only the kinds for which a poll of a shared database finds jobs', async () => {
    const asked: string[][] = [];
    const claimed: string[] = [];
    const shared: JobStore = {
      ...store,
      claim: (claim) => {
        claimed.push(claim.kind);
        return store.claim(claim);
      },
      dueKinds: async (kinds) => {
        asked.push(kinds.map(({ kind }) => kind));
        return kinds.map(({ kind }) => kind).filter((kind) => kind === 'run');
      },
    };
    const handlers = { run: handler({}), expire: handler({}), evaluate: handler({}) };
    const runner = createRunner(handlers.run, shared, { handlers });
    runner.start();
    await pass(0);
    expect([asked, claimed]).toEqual([[['run', 'expire', 'evaluate']], ['run']]);
  });

  it('aborts a try at its time-out, frees its slot and tries again', async () => {
    await insert();
    const run = vi.fn<JobHandler['run']>().mockImplementationOnce(never).mockResolvedValue('done');
    start({ run, concurrency: 1, deadlineMs: 60_000 });
    await pass(59_000);
    expect(run).toHaveBeenCalledTimes(1);
    await pass(5_000);
    expect(run).toHaveBeenCalledTimes(2);
    expect(run.mock.calls[0]![1].aborted).toBe(true);
  });
});

describe('a job that fails', () => {
  it('retries a failed job with growing waits, then gives it up once and keeps it visible', async () => {
    const begun = Date.now();
    const tries: number[] = [];
    const giveUp = vi.fn(async (_job: ClaimedJob, _error: string) => {});
    const observeGivenUp = vi.fn();
    await insert({ maxTries: 4 });
    start(
      {
        run: async () => {
          tries.push(Date.now() - begun);
          throw new TypeError('no way');
        },
        giveUp,
      },
      { observeGivenUp },
    );
    await pass(300_000);
    expect(observeGivenUp.mock.calls).toHaveLength(1);
    expect(tries).toHaveLength(4);
    expect(tries[3]! - tries[2]!).toBeGreaterThan(3 * (tries[1]! - tries[0]!));
    expect(giveUp.mock.calls).toEqual([
      [expect.objectContaining({ subjectId: 'subject' }), 'TypeError: no way'],
    ]);
    expect(await storedJobs()).toMatchObject([{ last_error: 'TypeError: no way', lease_token: null }]);
    expect((await storedJobs())[0]!.failed_at).not.toBeNull();
    expect(lines.some((line) => line.includes('given up'))).toBe(true);
  });

  it('counts no failure when the process was killed in nine tries of a job', {
    tags: ['DRUN-65'],
  }, async () => {
    await insert();
    await killInTries(9);
    const run = vi.fn(async () => 'done' as const);
    start({ run });
    await pass(0);
    expect(run).toHaveBeenCalledTimes(1);
    expect(await storedJobs()).toEqual([]);
  });

  it('gives a job all its tries although the process was killed before', async () => {
    await insert({ maxTries: 3 });
    await killInTries(5);
    const run = vi.fn(() => Promise.reject(new Error('no way')));
    const giveUp = vi.fn(async () => {});
    start({ run, giveUp });
    await pass(60_000);
    expect(run).toHaveBeenCalledTimes(3);
    expect(giveUp).toHaveBeenCalledTimes(1);
    expect((await storedJobs())[0]!.last_error).toBe('Error: no way');
  });

  it('gives up a job without another try after the process died in ten tries', {
    tags: ['DRUN-65'],
  }, async () => {
    await insert();
    await killInTries(10);
    const run = vi.fn(async () => 'done' as const);
    const giveUp = vi.fn(async () => {});
    start({ run, giveUp });
    await pass(1000);
    expect(run).not.toHaveBeenCalled();
    expect(giveUp).toHaveBeenCalledTimes(1);
    expect((await storedJobs())[0]!.last_error).toMatch(/ended during too many attempts/);
  });

  it('abandons a job if even giving it up kills the process', async () => {
    await insert();
    await killInTries(20);
    const giveUp = vi.fn(async () => {});
    start({ giveUp });
    await pass(0);
    expect(giveUp).not.toHaveBeenCalled();
    expect((await storedJobs())[0]!.failed_at).not.toBeNull();
  });

  it('repeats giving up a job until that succeeds, at most ten times', async () => {
    await insert({ subjectId: 'settled late', maxTries: 1 });
    await insert({ subjectId: 'never settled', maxTries: 1 });
    const calls: Record<string, number> = { 'settled late': 0, 'never settled': 0 };
    const parts: Partial<JobHandler> = {
      run: () => Promise.reject(new Error('no way')),
      giveUp: async ({ subjectId }) => {
        calls[subjectId]! += 1;
        if (subjectId === 'never settled' || calls[subjectId]! < 3) throw new Error('database away');
      },
    };
    start(parts, { pollMs: () => 30_000 });
    await pass(3 * 60 * 60 * 1000);
    expect(calls).toEqual({ 'settled late': 3, 'never settled': 10 });
    expect((await storedJobs()).every(({ failed_at }) => failed_at !== null)).toBe(true);
  });

  it('runs other jobs while one fails', async () => {
    for (let index = 0; index < 20; index += 1) await insert({ subjectId: `good ${index}` });
    await insert({ subjectId: 'bad', dueAt: Date.now() - 1 });
    const done: string[] = [];
    start({
      run: async ({ subjectId }) => {
        if (subjectId === 'bad') throw new Error('no way');
        done.push(subjectId);
        return 'done';
      },
    });
    await pass(500);
    expect(done).toHaveLength(20);
  });
});

describe('stopping the runner', () => {
  it('lets running jobs finish at a stop, and claims no more', async () => {
    await insert({ subjectId: 'running' });
    const finished: string[] = [];
    const runner = start({
      run: async ({ subjectId }) => {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        finished.push(subjectId);
        return 'done';
      },
    });
    await pass(500);
    await insert({ subjectId: 'waiting' });
    const stopped = runner.stop(5000);
    runner.wake();
    await pass(1000);
    await stopped;
    expect(finished).toEqual(['running']);
    expect(await storedJobs()).toMatchObject([{ subject_id: 'waiting', tries: 0, lease_token: null }]);
  });

  it('releases jobs that do not finish before a stop, without counting a try', async () => {
    await insert();
    const runner = start({ run: never });
    await pass(0);
    const stopped = runner.stop(5000);
    await pass(5001);
    await stopped;
    expect(await storedJobs()).toMatchObject([
      { tries: 0, lease_token: null, last_error: null, failed_at: null },
    ]);
  });

  it('combines only signals that end with the job, so that none keeps it in memory', async () => {
    const join = vi.spyOn(AbortSignal, 'any');
    try {
      for (let index = 0; index < 5; index += 1) await insert({ subjectId: `job ${index}` });
      start({});
      await pass(100);
      expect(await storedJobs()).toEqual([]);
      const sources = join.mock.calls.flatMap(([signals]) => [...signals]);
      expect(join).toHaveBeenCalledTimes(5);
      expect(new Set(sources).size).toBe(sources.length);
    } finally {
      join.mockRestore();
    }
  });

  it('releases a job that was being claimed during a stop', async () => {
    await insert();
    const runner = start({ run: never });
    const stopped = runner.stop(0);
    await pass(10);
    await stopped;
    expect(await storedJobs()).toMatchObject([{ tries: 0, lease_token: null }]);
  });
});

describe('two runners on one database', () => {
  /** Results of a job, one for each of its runs; then the job is done. */
  const script = fc.array(fc.constantFrom('fail', 'again', 'slow'), { maxLength: 3 });
  const short = { leaseMs: 3_000, pollMs: () => 1_000 };
  const jobs = fc.array(fc.record({ script, lane: fc.constantFrom(undefined, 'a', 'b') }), {
    minLength: 1,
    maxLength: 12,
  });

  it('runs every job on two runners as often as requested, never twice at a time, within the limit of its lane', async () => {
    await fc.assert(
      fc.asyncProperty(jobs, async (plan) => {
        const runs = plan.map(() => 0);
        const active = new Map<string, number>();
        const enter = (name: string, limit: number) => {
          const count = (active.get(name) ?? 0) + 1;
          expect(count, name).toBeLessThanOrEqual(limit);
          active.set(name, count);
        };
        const leave = (name: string) => active.set(name, active.get(name)! - 1);
        const forRunner = (runner: string) =>
          handler({
            concurrency: 3,
            laneLimit: () => 2,
            run: async ({ subjectId, lane }) => {
              const index = Number(subjectId);
              const step = plan[index]!.script[runs[index]!];
              runs[index]! += 1;
              enter(`job ${subjectId}`, 1);
              enter(`places of ${runner}`, 3);
              if (lane !== null) enter(`lane ${lane} of ${runner}`, 2);
              await new Promise((resolve) => setTimeout(resolve, step === 'slow' ? 3 * short.leaseMs : 10));
              leave(`job ${subjectId}`);
              leave(`places of ${runner}`);
              if (lane !== null) leave(`lane ${lane} of ${runner}`);
              if (step === 'fail') throw new Error('no way');
              return step === undefined ? 'done' : { againAt: Date.now() + 1000 };
            },
          });
        for (const [index, { lane }] of plan.entries()) {
          await insert({ subjectId: String(index), ...(lane && { lane }) });
        }
        const pair = [
          createRunner(forRunner('first'), store, short),
          createRunner(forRunner('second'), createJobStore(database.main), short),
        ];
        for (const runner of pair) runner.start();
        for (let waited = 0; waited < 60 && (await storedJobs()).length > 0; waited += 1) await pass(10_000);
        const stopped = Promise.all(pair.map((runner) => runner.stop(0)));
        await pass(1);
        await stopped;
        expect(runs).toEqual(plan.map((job) => job.script.length + 1));
        expect(await storedJobs()).toEqual([]);
      }),
      { numRuns: 10 },
    );
  }, 20_000);
});
