import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lendTestDatabase } from '../../testing/open-test-database.ts';
import { systemClock, systemElapsed } from '../clock.ts';
import { findSchemaFaults } from '../db/integrity/foreign-schema.ts';
import { createJobStore } from '../db/jobs/job-store.ts';
import { holdsJob, insertJob } from '../db/jobs/jobs.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { openPostgres } from '../db/opening/postgres/open-postgres.ts';
import { StateWatch } from '../executions/session/state-watch.ts';
import { createHousekeeping } from '../jobs/housekeeping.ts';
import type { ClaimedJob, JobClaim, JobStore, NewJob } from '../jobs/job.ts';
import { createJobRunner, type JobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logging/logger.ts';
import { goneAfterMs } from './instance-store.ts';
import { type JoinedInstance, joinInstances } from './join-instances.ts';

/** One of several processes, reduced to its jobs. */
interface Instance {
  readonly database: OpenDatabase;
  readonly store: JobStore;
  readonly id: string;
}

let url: string;
let giveBack: () => Promise<void>;
const ends: (() => Promise<unknown>)[] = [];
const logger = createLogger({ level: 'error', clock: systemClock, write: () => {} });

beforeEach(async () => {
  ({ url, giveBack } = await lendTestDatabase());
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await giveBack();
});

async function open(): Promise<Instance> {
  const database = await openPostgres(url);
  ends.push(() => database.close());
  const { instances } = database.sharing!;
  await instances.join();
  return { database, id: instances.id, store: createJobStore(database.main, database.reader, instances.id) };
}

const insert = ({ database }: Instance, job: Partial<NewJob> = {}) =>
  insertJob(database.main, { kind: 'run', subjectId: 'subject', dueAt: 0, ...job }, 0);

const claim = ({ store }: Instance, wanted: Partial<JobClaim> = {}) =>
  store.claim({
    kind: 'run',
    now: 1000,
    leaseMs: 100,
    limit: 10,
    laneLimit: () => 10,
    running: new Map(),
    ...wanted,
  });

/** Makes the last heartbeat of an instance too old. */
async function letVanish({ id }: Instance, by: Instance): Promise<void> {
  await sql`update instances set heartbeat_at = heartbeat_at - ${goneAfterMs + 1000} where id = ${id}`.execute(
    by.database.main,
  );
}

const endLeases = ({ store }: Instance) => store.endLeases(1000, () => 0);

describe('leases of several instances', () => {
  it('keeps a lease while its instance sends heartbeats, even when another starts', async () => {
    const [first, second] = [await open(), await open()];
    await insert(first);
    expect(await claim(first)).toHaveLength(1);
    expect(await claim(second, { now: 1_000_000 })).toEqual([]);
    expect(await endLeases(second)).toBe(0);
    expect(await claim(second)).toEqual([]);
  });

  it('ends a lease when its instance sends no heartbeats, and counts an interruption', async () => {
    const [first, second] = [await open(), await open()];
    await insert(first);
    await claim(first);
    await letVanish(first, second);
    expect((await second.database.sharing!.instances.beat(1000)).gone).toBe(1);
    expect(await endLeases(second)).toBe(1);
    expect(await claim(second)).toMatchObject([{ tries: 1, cutOffs: 1 }]);
    expect(await second.database.sharing!.instances.removeGone()).toBe(1);
    expect(await second.database.sharing!.instances.isAlone()).toBe(true);
  });

  it('ends a lease that its own instance does not renew, as after a lost reply to the claim', async () => {
    const [first, second] = [await open(), await open()];
    await insert(first);
    await claim(first);
    const { instances } = first.database.sharing!;
    expect(await instances.beat(1100)).toMatchObject({ forgotten: 0 });
    expect(await first.store.endOwnLeases!(1100, () => 0)).toBe(0);
    expect(await instances.beat(1101)).toMatchObject({ forgotten: 1 });
    expect(await second.store.endOwnLeases!(1101, () => 0)).toBe(0);
    expect(await first.store.endOwnLeases!(1101, () => 0)).toBe(1);
    expect(await claim(second, { now: 1101 })).toMatchObject([{ tries: 1, cutOffs: 1 }]);
  });

  it('ends a lease when the next process in its folder knows that its instance has ended', async () => {
    const [first, second] = [await open(), await open()];
    await insert(first);
    await claim(first);
    await second.database.sharing!.instances.forget(first.id);
    expect(await endLeases(second)).toBe(1);
    expect(await claim(second)).toMatchObject([{ tries: 1, cutOffs: 1 }]);
  });

  it('ends leases at once when their instance leaves, without counting an interruption', async () => {
    const [first, second] = [await open(), await open()];
    await insert(first);
    await claim(first);
    await first.database.sharing!.instances.leave();
    expect(await claim(second)).toMatchObject([{ tries: 1, cutOffs: 0 }]);
  });

  it('ignores results of a process that was suspended until its lease ended', async () => {
    const [paused, other] = [await open(), await open()];
    await insert(paused);
    const [late] = (await claim(paused)) as [ClaimedJob];
    await letVanish(paused, other);
    await endLeases(other);
    expect(await claim(other)).toHaveLength(1);
    expect(await holdsJob(paused.database.main, late)).toBe(false);
    expect(await paused.store.renew(late, 9999)).toBe(false);
    expect(await paused.store.complete(late)).toBe(false);
    expect(await paused.store.retry(late, 0, 'late')).toBe(false);
    await other.database.sharing!.instances.removeGone();
    expect(await paused.database.sharing!.instances.beat(1000)).toMatchObject({ isKnown: false });
    expect(await paused.database.sharing!.instances.beat(1000)).toMatchObject({ isKnown: true });
  });

  it('keeps a lease while a transaction relies on it', async () => {
    const [paused, other] = [await open(), await open()];
    await insert(paused);
    const [job] = (await claim(paused)) as [ClaimedJob];
    await letVanish(paused, other);
    await paused.database.main.transaction().execute(async (trx) => {
      expect(await holdsJob(trx, job)).toBe(true);
      expect(await endLeases(other)).toBe(0);
    });
    expect(await endLeases(other)).toBe(1);
  });
});

it('reports whether a running instance carries out checks', async () => {
  const [first, second] = [await open(), await open()];
  const { instances } = first.database.sharing!;
  await letVanish(second, first);
  await instances.leave();
  await instances.join('none');
  expect(await instances.isChecking()).toBe(false);
  await second.database.sharing!.instances.leave();
  await second.database.sharing!.instances.join('only');
  expect(await instances.isChecking()).toBe(true);
  // Considered stopped, it joins again with its previous role.
  await second.database.sharing!.instances.forget(first.id);
  await instances.beat(0);
  const rows = await second.database.main.selectFrom('instances').select(['id', 'checks']).execute();
  expect(rows).toEqual(
    expect.arrayContaining([
      { id: first.id, checks: 'none' },
      { id: second.id, checks: 'only' },
    ]),
  );
});

describe('claims of several instances', () => {
  it('counts the slots of a lane across instances', async () => {
    const [first, second] = [await open(), await open()];
    for (let index = 0; index < 20; index += 1) await insert(first, { kind: 'deliver', lane: 'endpoint' });
    const wanted: Partial<JobClaim> = { kind: 'deliver', laneLimit: () => 3, isLaneLimitShared: true };
    const both = await Promise.all([claim(first, wanted), claim(second, wanted)]);
    expect(both.flat()).toHaveLength(3);
    const [one] = both.flat();
    expect(await first.store.complete(one!)).toBe(true);
    const counted = both.map((jobs) => jobs.filter((job) => job !== one).length);
    const running = (index: number) => new Map([['endpoint', counted[index]!]]);
    const next = await Promise.all([
      claim(first, { ...wanted, running: running(0) }),
      claim(second, { ...wanted, running: running(1) }),
    ]);
    expect(next.flat()).toHaveLength(1);
  });

  it('skips jobs that another instance is claiming', async () => {
    const [first, second] = [await open(), await open()];
    for (let index = 0; index < 4; index += 1) await insert(first, { subjectId: `${index}`, dueAt: index });
    await first.database.main.transaction().execute(async (trx) => {
      await sql`select 1 from jobs order by due_at limit 2 for update`.execute(trx);
      expect((await claim(second)).map(({ subjectId }) => subjectId)).toEqual(['2', '3']);
    });
  });

  it('finds kinds with due jobs, and with jobs scheduled by a clock that was ahead', async () => {
    const instance = await open();
    await insert(instance, { kind: 'run', dueAt: 5 });
    await insert(instance, { kind: 'expire', dueAt: 100 });
    const kinds = [{ kind: 'run' }, { kind: 'deliver' }, { kind: 'expire', longestWaitMs: 50 }] as const;
    expect(await instance.store.dueKinds!(kinds, 4)).toEqual(['expire']);
    expect(await instance.store.dueKinds!(kinds, 50)).toEqual(['run']);
  });
});

describe('runners of several instances', () => {
  interface Running extends Instance {
    readonly runner: JobRunner;
    readonly joined: JoinedInstance;
  }

  /** Opens an instance that works on each job for a moment. Jobs that run twice at a time are added to `twice`. */
  async function run(done: string[], underWay: Map<string, number>, twice: string[]): Promise<Running> {
    const instance = await open();
    const { database, store } = instance;
    const jobs: { runner?: JobRunner } = {};
    const joined = await joinInstances(database.sharing!, {
      checks: 'all',
      watch: new StateWatch(),
      now: Date.now,
      elapsed: systemElapsed,
      logger,
      endLeases: () => store.endLeases(Date.now(), () => 0),
      endOwnLeases: () => store.endOwnLeases!(Date.now(), () => 0),
      wakeJobs: () => jobs.runner?.wake(),
    });
    const runner = createJobRunner({
      store,
      clock: systemClock,
      logger,
      pollMs: () => 1000,
      handlers: {
        run: {
          concurrency: 8,
          async run({ subjectId }) {
            const others = underWay.get(subjectId) ?? 0;
            if (others > 0) twice.push(subjectId);
            underWay.set(subjectId, others + 1);
            await wait(5);
            underWay.set(subjectId, others);
            done.push(subjectId);
            return 'done';
          },
          async giveUp() {},
        },
      },
    });
    jobs.runner = runner;
    ends.push(() => runner.stop(0));
    return { ...instance, runner, joined };
  }

  it('runs each of 1,000 jobs exactly once, although ten are claimed by an instance that dies', {
    timeout: 60_000,
  }, async () => {
    const [done, twice] = [[] as string[], [] as string[]];
    const underWay = new Map<string, number>();
    const three = [
      await run(done, underWay, twice),
      await run(done, underWay, twice),
      await run(done, underWay, twice),
    ] as const;
    // Claims ten jobs and then sends no heartbeat.
    const dropped = await open();
    for (let index = 0; index < 1000; index += 1) await insert(three[0], { subjectId: `job ${index}` });
    expect(await claim(dropped, { now: Date.now() })).toHaveLength(10);
    for (const { runner } of three) runner.start();
    await vi.waitFor(() => expect(done).toHaveLength(990), { timeout: 30_000, interval: 50 });
    await letVanish(dropped, three[1]);
    expect(await three[1].store.endLeases(Date.now(), () => 0)).toBe(10);
    three[1].runner.wake();
    await vi.waitFor(() => expect(done).toHaveLength(1000), { timeout: 10_000, interval: 50 });
    for (const { runner, joined } of three) {
      await runner.stop(1000);
      await joined.leave();
    }
    expect(new Set(done).size).toBe(1000);
    expect(twice).toEqual([]);
    expect(await three[0].database.main.selectFrom('jobs').select('id').execute()).toEqual([]);
    expect(await three[0].database.main.selectFrom('instances').select('id').execute()).toEqual([
      { id: dropped.id },
    ]);
  });

  it('wakes the other instances for a due job', async () => {
    const done: string[] = [];
    const [writer, worker] = [await run([], new Map(), []), await run(done, new Map(), [])];
    await vi.waitFor(() => expect(worker.joined.isHeard()).toBe(true), { timeout: 5000 });
    const wake = vi.spyOn(worker.runner, 'wake');
    await insert(writer, { dueAt: Date.now() });
    await vi.waitFor(() => expect(wake).toHaveBeenCalled(), { timeout: 900, interval: 10 });
    for (const { joined } of [writer, worker]) await joined.leave();
  });
});

describe('chores of several instances', () => {
  it('schedules each chore once, even if instances start later', async () => {
    const [first, second] = [await open(), await open()];
    const chores = { sweep: async () => 0 };
    const begin = ({ store, database }: Instance) =>
      createHousekeeping({
        store,
        clock: systemClock,
        logger,
        chores,
        isAlone: database.sharing!.instances.isAlone,
      }).begin();
    await Promise.all([begin(first), begin(second)]);
    const jobs = await first.database.main.selectFrom('jobs').selectAll().execute();
    expect(jobs).toHaveLength(1);
    await first.database.main
      .updateTable('jobs')
      .set({ due_at: Date.now() + 3_000_000 })
      .execute();
    await begin(second);
    const later = await first.database.main.selectFrom('jobs').select('due_at').executeTakeFirstOrThrow();
    expect(later.due_at).toBeGreaterThan(Date.now());
    await first.database.sharing!.instances.leave();
    await begin(second);
    const alone = await first.database.main.selectFrom('jobs').select('due_at').executeTakeFirstOrThrow();
    expect(alone.due_at).toBeLessThanOrEqual(Date.now());
  });
});

it('finds no fault in the triggers that the service created', async () => {
  expect(await findSchemaFaults((await open()).database.reader)).toEqual([]);
});
