import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ClaimedJob, JobClaim, JobKind, JobStore, JsonValue, PolledKind } from '../../jobs/job.ts';
import { noLock } from '../../transaction-locks.ts';
import { isOneOf, skipLocked } from '../dialect.ts';
import { holdName, inTransaction } from '../in-transaction.ts';
import { isGone } from '../instances/instances.ts';
import { prepareQuery } from '../prepared-query.ts';
import type { Database, Schema } from '../schema.ts';
import { createDueJobs, type DueJob, isFree } from './due-jobs.ts';
import type { JobsTable } from './job-tables.ts';
import { abandonJob, changeJob, completeJob, insertJob, noLease, postponeJob } from './jobs.ts';
import { createBringForward } from './jobs-planned-ahead.ts';

/**
 * Stores jobs in the database.
 *
 * @param reader - searches for due jobs without waiting for writes. Jobs that were claimed in the meantime are skipped.
 * @param instance - id of this process among those that share the database; null if it is the only one.
 */
export function createJobStore(
  db: Kysely<Schema>,
  reader: Kysely<Schema> = db,
  instance: string | null = null,
): JobStore {
  const isShared = instance !== null;
  const findDue = createDueJobs(reader, isShared);
  const bringForward = createBringForward(db, reader);
  const take = prepareTaking(db, instance);
  const change = (job: ClaimedJob, values: Partial<JobsTable>) => changeJob(db, job, values);

  return {
    async claim(claim) {
      await bringForward(claim);
      if (!isShared) {
        // Most searches find nothing, so they must not take the write lock.
        const due = await findDue(claim);
        return due.length === 0 ? [] : take(db, claim, due);
      }
      if ((await dueKinds(reader, [claim], claim.now)).length === 0) return [];
      return inTransaction(db, noLock, async (trx) => {
        const due = await findDue(await withRunningElsewhere(trx, claim, instance), trx);
        return due.length === 0 ? [] : take(trx, claim, due);
      });
    },
    ...(isShared && {
      dueKinds: (kinds: readonly PolledKind[], now: number) => dueKinds(reader, kinds, now),
    }),
    renew: (job, leaseUntil) => change(job, { lease_until: leaseUntil }),
    complete: (job) => completeJob(db, job),
    postpone: (job, dueAt) => postponeJob(db, job, dueAt),
    retry: (job, dueAt, error) => change(job, { ...noLease, due_at: dueAt, last_error: error }),
    release: (job) => change(job, { ...noLease, tries: job.tries - 1 }),
    abandon: (job, now, error) => abandonJob(db, job, now, error),
    endLeases: (now, waitMs) =>
      inTransaction(db, noLock, async (trx) =>
        cutOff(trx, await findOrphanedJobs(trx, isShared), (cutOffs) => now + waitMs(cutOffs)),
      ),
    ...(instance !== null && {
      endOwnLeases: (now: number, waitMs: (cutOffs: number) => number) =>
        inTransaction(db, noLock, async (trx) =>
          cutOff(trx, await findLapsedJobs(trx, instance, now), (cutOffs) => now + waitMs(cutOffs)),
        ),
    }),
    async oldestDue(kind, now) {
      const all = { limit: 1, laneLimit: () => 1, running: new Map(), leaseMs: 0 };
      const [first] = await findDue({ kind, now, ...all });
      return first?.due_at ?? null;
    },
    async restart(job, now) {
      await inTransaction(db, noLock, async (trx) => {
        await holdName(trx, `job ${job.kind} ${job.subjectId}`);
        await trx
          .deleteFrom('jobs')
          .where('kind', '=', job.kind)
          .where('subject_id', '=', job.subjectId)
          .execute();
        await insertJob(trx, job, now);
      });
    },
    async plan(job, now) {
      await inTransaction(db, noLock, async (trx) => {
        await holdName(trx, `job ${job.kind} ${job.subjectId}`);
        const planned = trx
          .selectFrom('jobs')
          .select('id')
          .where('kind', '=', job.kind)
          .where('subject_id', '=', job.subjectId);
        if ((await planned.executeTakeFirst()) === undefined) await insertJob(trx, job, now);
      });
    },
  };
}

/** Returns the kinds with due jobs: one query, with one step in an index for each kind. */
async function dueKinds(db: Database, kinds: readonly PolledKind[], now: number): Promise<JobKind[]> {
  const found = kinds.map(({ kind, longestWaitMs }) => {
    const free = sql`select 1 from jobs where kind = ${kind} and failed_at is null and lease_token is null`;
    // Jobs that were scheduled while the clock was ahead; a claim brings them forward.
    const isAhead =
      longestWaitMs !== undefined && sql`or exists (${free} and due_at > ${now + longestWaitMs})`;
    return sql<{ kind: JobKind }>`
      select ${kind} as kind where exists (${free} and due_at <= ${now}) ${isAhead || sql``}`;
  });
  const { rows } = await sql<{ kind: JobKind }>`${sql.join(found, sql` union all `)}`.execute(db);
  return rows.map(({ kind }) => kind);
}

/**
 * Adds how many jobs other instances run in lanes whose limit all instances share. Claims of such a kind run one after the
 * other, because two at once would count the same free slot.
 */
async function withRunningElsewhere(trx: Database, claim: JobClaim, instance: string): Promise<JobClaim> {
  if (!claim.isLaneLimitShared) return claim;
  await holdName(trx, `claim ${claim.kind}`);
  const rows = await trx
    .selectFrom('jobs')
    .select(({ fn }) => ['lane', fn.countAll<number>().as('count')])
    .where('kind', '=', claim.kind)
    .where('lease_token', 'is not', null)
    .where('lease_instance', '!=', instance)
    .where('lane', 'is not', null)
    .groupBy('lane')
    .execute();
  return { ...claim, runningElsewhere: new Map(rows.map(({ lane, count }) => [lane as string, count])) };
}

/** Returns jobs whose lease belongs to a stopped instance. */
function findOrphanedJobs(trx: Database, isShared: boolean): Promise<CutOffJob[]> {
  const held = trx
    .selectFrom('jobs')
    .select(['id', 'tries', 'cut_offs'])
    .where('lease_token', 'is not', null);
  if (!isShared) return held.execute();
  const isKnown = sql<boolean>`exists (
    select 1 from instances where instances.id = jobs.lease_instance and not ${isGone})`;
  return held
    .where(({ not }) => not(isKnown))
    .modifyEnd(skipLocked)
    .execute();
}

/** Returns jobs whose lease belongs to this instance but has expired because this process did not renew it. */
function findLapsedJobs(trx: Database, instance: string, now: number): Promise<CutOffJob[]> {
  return trx
    .selectFrom('jobs')
    .select(['id', 'tries', 'cut_offs'])
    .where('lease_token', 'is not', null)
    .where('lease_instance', '=', instance)
    .where('lease_until', '<', now)
    .modifyEnd(skipLocked)
    .execute();
}

type CutOffJob = Pick<JobsTable, 'id' | 'tries' | 'cut_offs'>;

/**
 * Releases jobs whose tries were interrupted.
 *
 * @returns their number.
 */
async function cutOff(
  trx: Database,
  jobs: readonly CutOffJob[],
  dueAt: (cutOffs: number) => number,
): Promise<number> {
  for (const { id, tries, cut_offs } of jobs) {
    const cut = { cut_offs: cut_offs + 1, tries: tries - 1, due_at: dueAt(cut_offs + 1) };
    await trx
      .updateTable('jobs')
      .set({ ...noLease, ...cut })
      .where('id', '=', id)
      .execute();
  }
  return jobs.length;
}

/** Prepares the claim of jobs that were found. Jobs that are gone or no longer free are skipped. */
function prepareTaking(db: Kysely<Schema>, instance: string | null) {
  type Values = {
    leaseToken: string;
    leaseUntil: number;
    leaseInstance: string | null;
    found: string;
    now: number;
  };
  const query = prepareQuery<Values, JobsTable>(db, (builder, value) =>
    builder
      .updateTable('jobs')
      .set({
        lease_token: value('leaseToken'),
        lease_until: value('leaseUntil'),
        lease_instance: value('leaseInstance'),
        // The process that held an expired lease has died, so its try is repeated.
        tries: sql<number>`case when lease_token is null then tries + 1 else tries end`,
        cut_offs: sql<number>`case when lease_token is null then cut_offs else cut_offs + 1 end`,
      })
      .where(isOneOf('id', value('found')))
      .where('failed_at', 'is', null)
      .where('due_at', '<=', value('now'))
      .where(isFree(instance !== null, value('now')))
      .returningAll(),
  );
  return async (on: Database, { now, leaseMs }: JobClaim, due: readonly DueJob[]): Promise<ClaimedJob[]> => {
    const leaseToken = randomUUID();
    const found = JSON.stringify(due.map(({ id }) => id));
    const values = { leaseToken, leaseUntil: now + leaseMs, leaseInstance: instance, found, now };
    const { rows } = await on.executeQuery(query(values));
    return rows.sort((a, b) => a.due_at - b.due_at).map((row) => claimedJob(row, leaseToken));
  };
}

function claimedJob(row: JobsTable, leaseToken: string): ClaimedJob {
  return {
    id: row.id,
    kind: row.kind as JobKind,
    subjectId: row.subject_id,
    lane: row.lane,
    payload: row.payload === null ? null : (JSON.parse(row.payload) as JsonValue),
    tries: row.tries,
    maxTries: row.max_tries,
    cutOffs: row.cut_offs,
    leaseToken,
    lastError: row.last_error,
  };
}
