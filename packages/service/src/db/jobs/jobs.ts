import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ClaimedJob, JobClaim, JobKind, JobStore, JsonValue, NewJob } from '../../jobs/job.ts';
import { timeOrderedId } from '../../time-ordered-id.ts';
import { noLock } from '../../transaction-locks.ts';
import { isOneOf } from '../dialect.ts';
import { holdName, inTransaction } from '../in-transaction.ts';
import { prepareQuery } from '../prepared-query.ts';
import type { Database, Schema } from '../schema.ts';
import { createDueJobs, type DueJob } from './due-jobs.ts';
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

const free = { lease_until: null, lease_token: null };

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

/** Keeps a job as one that is never claimed again, while the claim still holds it. @returns whether it did. */
export function abandonJob(db: Database, claim: Claim, now: number, error: string): Promise<boolean> {
  return changeJob(db, claim, { ...free, failed_at: now, last_error: error });
}

/** Forgets the jobs of these subjects that were given up: somebody has them done anew, or there is nothing left to do. */
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

/** Forgets all jobs of these subjects, also what is kept of why one was given up. A claim on one of them is lost. */
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

/**
 * Jobs in the database.
 *
 * @param reader - looks for due jobs, so that looking waits for no write; what it finds is claimed only as far as it is still
 * free.
 */
export function createJobStore(db: Kysely<Schema>, reader: Kysely<Schema> = db): JobStore {
  const findDue = createDueJobs(reader);
  const bringForward = createBringForward(db, reader);
  const take = prepareTaking(db);
  const change = (job: ClaimedJob, values: Partial<JobsTable>) => changeJob(db, job, values);

  return {
    async claim(claim) {
      await bringForward(claim);
      // Most looks find nothing: they must not take the write lock.
      const due = await findDue(claim);
      return due.length === 0 ? [] : take(claim, due);
    },
    renew: (job, leaseUntil) => change(job, { lease_until: leaseUntil }),
    complete: (job) => completeJob(db, job),
    postpone: (job, dueAt) => postponeJob(db, job, dueAt),
    retry: (job, dueAt, error) => change(job, { ...free, due_at: dueAt, last_error: error }),
    release: (job) => change(job, { ...free, tries: job.tries - 1 }),
    abandon: (job, now, error) => abandonJob(db, job, now, error),
    async endLeases(now, waitMs) {
      return inTransaction(db, noLock, async (trx) => {
        const held = await trx.selectFrom('jobs').selectAll().where('lease_token', 'is not', null).execute();
        for (const { id, tries, cut_offs } of held) {
          const cut = { cut_offs: cut_offs + 1, tries: tries - 1, due_at: now + waitMs(cut_offs + 1) };
          await trx
            .updateTable('jobs')
            .set({ ...free, ...cut })
            .where('id', '=', id)
            .execute();
        }
        return held.length;
      });
    },
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
  };
}

/** Claims what was found, as far as it is still there and free. */
function prepareTaking(db: Kysely<Schema>) {
  type Values = { leaseToken: string; leaseUntil: number; found: string; now: number };
  const query = prepareQuery<Values, JobsTable>(db, (written, value) =>
    written
      .updateTable('jobs')
      .set({
        lease_token: value('leaseToken'),
        lease_until: value('leaseUntil'),
        // Whoever held a lease that ran out is dead: its try is begun anew.
        tries: sql<number>`case when lease_token is null then tries + 1 else tries end`,
        cut_offs: sql<number>`case when lease_token is null then cut_offs else cut_offs + 1 end`,
      })
      .where(isOneOf('id', value('found')))
      .where('failed_at', 'is', null)
      .where('due_at', '<=', value('now'))
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', value('now'))]))
      .returningAll(),
  );
  return async ({ now, leaseMs }: JobClaim, due: readonly DueJob[]): Promise<ClaimedJob[]> => {
    const leaseToken = randomUUID();
    const found = JSON.stringify(due.map(({ id }) => id));
    const { rows } = await db.executeQuery(query({ leaseToken, leaseUntil: now + leaseMs, found, now }));
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
