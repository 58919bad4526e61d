import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type {
  ClaimedJob,
  JobClaim,
  JobKind,
  JobStore,
  JsonValue,
  NewJob,
  PolledKind,
} from '../../jobs/job.ts';
import { timeOrderedId } from '../../time-ordered-id.ts';
import { noLock } from '../../transaction-locks.ts';
import { holdRow, isOneOf, skipLocked } from '../dialect.ts';
import { holdName, inTransaction } from '../in-transaction.ts';
import { isGone } from '../instances/instances.ts';
import { prepareQuery } from '../prepared-query.ts';
import type { Database, Schema } from '../schema.ts';
import { createDueJobs, type DueJob, isFree } from './due-jobs.ts';
import type { JobsTable } from './job-tables.ts';
import { createBringForward } from './jobs-planned-ahead.ts';

const defaultMaxTries = 5;

/** Stores a job; call it inside the transaction of the change that the job follows from. */
export async function insertJob(db: Database, job: NewJob, now: number): Promise<void> {
  await db.insertInto('jobs').values(jobRow(job, now)).execute();
}

/** The row of a new job. */
export function jobRow(job: NewJob, now: number): JobsTable {
  return {
    id: timeOrderedId(now),
    kind: job.kind,
    subject_id: job.subjectId,
    lane: job.lane ?? null,
    payload: job.payload === undefined ? null : JSON.stringify(job.payload),
    due_at: job.dueAt,
    lease_until: null,
    lease_token: null,
    lease_instance: null,
    tries: 0,
    max_tries: job.maxTries ?? defaultMaxTries,
    cut_offs: 0,
    created_at: now,
    failed_at: null,
    last_error: null,
  };
}

/** Members that name a claim. */
type Claim = Pick<ClaimedJob, 'id' | 'leaseToken'>;

const free = { lease_until: null, lease_token: null, lease_instance: null };

/** Forgets a job that is done, while the claim still holds it. @returns whether it did. */
export async function completeJob(db: Database, { id, leaseToken }: Claim): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease_token', '=', leaseToken)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Gives a job back until there is more to do, while the claim still holds it. @returns whether it did. */
export function postponeJob(db: Database, claim: Claim, dueAt: number): Promise<boolean> {
  return changeJob(db, claim, { ...free, due_at: dueAt, tries: 0, cut_offs: 0, last_error: null });
}

/**
 * Marks a job as given up if the claim still holds it.
 *
 * @returns whether it did.
 */
export function abandonJob(db: Database, claim: Claim, now: number, error: string): Promise<boolean> {
  return changeJob(db, claim, { ...free, failed_at: now, last_error: error });
}

/** Removes the jobs of these subjects that were given up: they are done again, or there is nothing left to do. */
export async function removeFailedJobs(
  db: Database,
  kind: JobKind,
  subjectIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('failed_at', 'is not', null)
    .where(isOneOf('subject_id', subjectIds))
    .execute();
}

/** Removes all jobs of these subjects, also the reasons of those that were given up. A claim on one of them is lost. */
export async function removeJobsOf(db: Database, subjectIds: readonly string[]): Promise<void> {
  await db.deleteFrom('jobs').where(isOneOf('subject_id', subjectIds)).execute();
}

async function changeJob(
  db: Database,
  { id, leaseToken }: Claim,
  values: Partial<JobsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set(values)
    .where('id', '=', id)
    .where('lease_token', '=', leaseToken)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether a claim still holds its job. It does until the transaction ends, then. */
export async function holdsJob(db: Database, { id, leaseToken }: Claim): Promise<boolean> {
  const job = db.selectFrom('jobs').select('lease_token').where('id', '=', id).modifyEnd(holdRow);
  return (await job.executeTakeFirst())?.lease_token === leaseToken;
}

/**
 * Jobs in the database.
 *
 * @param reader - looks for due jobs, so that looking waits for no write; what it finds is claimed only as far as it is still
 * free.
 * @param instance - id of this process among those that share the database; null: it is the only one.
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
        const due = await findDue(await withOthers(trx, claim, instance), trx);
        return due.length === 0 ? [] : take(trx, claim, due);
      });
    },
    ...(isShared && {
      dueKinds: (kinds: readonly PolledKind[], now: number) => dueKinds(reader, kinds, now),
    }),
    renew: (job, leaseUntil) => change(job, { lease_until: leaseUntil }),
    complete: (job) => completeJob(db, job),
    postpone: (job, dueAt) => postponeJob(db, job, dueAt),
    retry: (job, dueAt, error) => change(job, { ...free, due_at: dueAt, last_error: error }),
    release: (job) => change(job, { ...free, tries: job.tries - 1 }),
    abandon: (job, now, error) => abandonJob(db, job, now, error),
    endLeases: (now, waitMs) =>
      inTransaction(db, noLock, async (trx) =>
        cutOff(trx, await heldByTheGone(trx, isShared), (cutOffs) => now + waitMs(cutOffs)),
      ),
    ...(instance !== null && {
      endOwnLeases: (now: number, waitMs: (cutOffs: number) => number) =>
        inTransaction(db, noLock, async (trx) =>
          cutOff(trx, await forgottenBy(trx, instance, now), (cutOffs) => now + waitMs(cutOffs)),
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

/** One step in an index for each kind, in one query. */
async function dueKinds(db: Database, kinds: readonly PolledKind[], now: number): Promise<JobKind[]> {
  const found = kinds.map(({ kind, longestWaitMs }) => {
    const free = sql`select 1 from jobs where kind = ${kind} and failed_at is null and lease_token is null`;
    const isAhead =
      longestWaitMs !== undefined && sql`or exists (${free} and due_at > ${now + longestWaitMs})`;
    return sql<{ kind: JobKind }>`
      select ${kind} as kind where exists (${free} and due_at <= ${now}) ${isAhead || sql``}`;
  });
  const { rows } = await sql<{ kind: JobKind }>`${sql.join(found, sql` union all `)}`.execute(db);
  return rows.map(({ kind }) => kind);
}

/**
 * Counts what other instances run of lanes whose limit is one for all. The claims of a kind that has such lanes follow one
 * another, or two would count the same free place.
 */
async function withOthers(trx: Database, claim: JobClaim, instance: string): Promise<JobClaim> {
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

/** Jobs with a lease whose holder is gone. */
function heldByTheGone(trx: Database, isShared: boolean): Promise<CutOffJob[]> {
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

/** Jobs whose lease this process no longer renews, or never knew. */
function forgottenBy(trx: Database, instance: string, now: number): Promise<CutOffJob[]> {
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
 * Frees jobs whose tries were interrupted.
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
      .set({ ...free, ...cut })
      .where('id', '=', id)
      .execute();
  }
  return jobs.length;
}

/** Claims the jobs that were found, if they still exist and are free. */
function prepareTaking(db: Kysely<Schema>, instance: string | null) {
  type Values = {
    leaseToken: string;
    leaseUntil: number;
    leaseInstance: string | null;
    found: string;
    now: number;
  };
  const query = prepareQuery<Values, JobsTable>(db, (written, value) =>
    written
      .updateTable('jobs')
      .set({
        lease_token: value('leaseToken'),
        lease_until: value('leaseUntil'),
        lease_instance: value('leaseInstance'),
        // The holder of an expired lease is dead: its try is repeated.
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
