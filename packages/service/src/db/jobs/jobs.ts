import type { ClaimedJob, JobKind, NewJob } from '../../jobs/job.ts';
import { timeOrderedId } from '../../time-ordered-id.ts';
import { holdRow, isOneOf } from '../dialect.ts';
import type { Database } from '../schema.ts';
import type { JobsTable } from './job-tables.ts';

const defaultMaxTries = 5;

/** Stores a job. Call it inside the transaction of the change that causes the job. */
export async function insertJob(db: Database, job: NewJob, now: number): Promise<void> {
  await db.insertInto('jobs').values(jobRow(job, now)).execute();
}

/** Builds the row of a new job. */
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

/** Members that identify a claim. */
type Claim = Pick<ClaimedJob, 'id' | 'leaseToken'>;

/** Values of a job that no process holds. */
export const noLease = { lease_until: null, lease_token: null, lease_instance: null };

/**
 * Removes a finished job if the claim still holds it.
 *
 * @returns whether it did.
 */
export async function completeJob(db: Database, { id, leaseToken }: Claim): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease_token', '=', leaseToken)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/**
 * Releases a job until a later time and resets its tries, if the claim still holds it.
 *
 * @returns whether it did.
 */
export function postponeJob(db: Database, claim: Claim, dueAt: number): Promise<boolean> {
  return changeJob(db, claim, { ...noLease, due_at: dueAt, tries: 0, cut_offs: 0, last_error: null });
}

/**
 * Marks a job as given up if the claim still holds it.
 *
 * @returns whether it did.
 */
export function abandonJob(db: Database, claim: Claim, now: number, error: string): Promise<boolean> {
  return changeJob(db, claim, { ...noLease, failed_at: now, last_error: error });
}

/** Removes the failed jobs of these subjects, for callers that repeat the work of the jobs or found it done. */
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

/** Removes all jobs of these subjects, failed ones included. Claims on them are lost. */
export async function removeJobsOf(db: Database, subjectIds: readonly string[]): Promise<void> {
  await db.deleteFrom('jobs').where(isOneOf('subject_id', subjectIds)).execute();
}

/**
 * Changes a job if the claim still holds it.
 *
 * @returns whether it did.
 */
export async function changeJob(
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

/** Returns whether a claim still holds its job, and locks the job's row until the transaction ends. */
export async function holdsJob(db: Database, { id, leaseToken }: Claim): Promise<boolean> {
  const job = db.selectFrom('jobs').select('lease_token').where('id', '=', id).modifyEnd(holdRow);
  return (await job.executeTakeFirst())?.lease_token === leaseToken;
}
