import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ClaimedJob, JobClaim, JobKind, JobStore, JsonValue, NewJob } from '../jobs/job.ts';
import type { Database, JobsTable, Schema } from './schema.ts';

const defaultMaxTries = 5;

/** Stores a job; call it inside the transaction of the change that the job follows from. */
export async function insertJob(db: Database, job: NewJob, now: number): Promise<void> {
  await db.insertInto('jobs').values(jobRow(job, now)).execute();
}

/** The row of a new job. */
export function jobRow(job: NewJob, now: number): JobsTable {
  return {
    id: randomUUID(),
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

/** Jobs in the database. */
export function createJobStore(db: Kysely<Schema>): JobStore {
  /** Changes a job only while the claim still holds it. */
  const change = async (job: ClaimedJob, values: Partial<JobsTable>): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set(values)
      .where('id', '=', job.id)
      .where('lease_token', '=', job.leaseToken)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };
  const free = { lease_until: null, lease_token: null };

  return {
    async claim(claim) {
      // Most looks find nothing: they must not take the write lock.
      if ((await findDue(db, claim, 1)).length === 0) return [];
      return db.transaction().execute((trx) => claimDue(trx, claim));
    },
    renew: (job, leaseUntil) => change(job, { lease_until: leaseUntil }),
    async complete(job) {
      const { numDeletedRows } = await db
        .deleteFrom('jobs')
        .where('id', '=', job.id)
        .where('lease_token', '=', job.leaseToken)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    postpone: (job, dueAt) =>
      change(job, { ...free, due_at: dueAt, tries: 0, cut_offs: 0, last_error: null }),
    retry: (job, dueAt, error) => change(job, { ...free, due_at: dueAt, last_error: error }),
    release: (job) => change(job, { ...free, tries: job.tries - 1 }),
    abandon: (job, now, error) => change(job, { ...free, failed_at: now, last_error: error }),
    async endLeases(now, waitMs) {
      return db.transaction().execute(async (trx) => {
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
    async restart(job, now) {
      await db.transaction().execute(async (trx) => {
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

/** How many due jobs are looked at for each one wanted, because some will share a lane that is full. */
const candidatesPerJob = 4;

async function claimDue(trx: Transaction<Schema>, claim: JobClaim): Promise<ClaimedJob[]> {
  const candidates = await findDue(trx, claim, claim.limit * candidatesPerJob);
  const chosen = keepWithinLanes(candidates, claim);
  const leaseToken = randomUUID();
  if (chosen.length > 0) {
    await trx
      .updateTable('jobs')
      .set({
        lease_token: leaseToken,
        lease_until: claim.now + claim.leaseMs,
        // Whoever held a lease that ran out is dead: its try is begun anew.
        tries: sql<number>`case when lease_token is null then tries + 1 else tries end`,
        cut_offs: sql<number>`case when lease_token is null then cut_offs else cut_offs + 1 end`,
      })
      .where(
        'id',
        'in',
        chosen.map(({ id }) => id),
      )
      .execute();
  }
  return chosen.map((row) => ({
    id: row.id,
    kind: row.kind as JobKind,
    subjectId: row.subject_id,
    lane: row.lane,
    payload: row.payload === null ? null : (JSON.parse(row.payload) as JsonValue),
    tries: row.tries + (row.lease_token === null ? 1 : 0),
    maxTries: row.max_tries,
    cutOffs: row.cut_offs + (row.lease_token === null ? 0 : 1),
    leaseToken,
    lastError: row.last_error,
  }));
}

function findDue(db: Database, claim: JobClaim, limit: number): Promise<JobsTable[]> {
  const full = [...claim.running]
    .filter(([lane, count]) => count >= claim.laneLimit(lane))
    .map(([lane]) => lane);
  let query = db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', claim.kind)
    .where('failed_at', 'is', null)
    .where('due_at', '<=', claim.now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', claim.now)]));
  if (full.length > 0) {
    query = query.where((eb) => eb.or([eb('lane', 'is', null), eb('lane', 'not in', full)]));
  }
  return query.orderBy('due_at').limit(limit).execute();
}

function keepWithinLanes(candidates: readonly JobsTable[], claim: JobClaim): JobsTable[] {
  const running = new Map(claim.running);
  const chosen: JobsTable[] = [];
  for (const row of candidates) {
    if (chosen.length === claim.limit) break;
    if (row.lane === null) {
      chosen.push(row);
      continue;
    }
    const count = running.get(row.lane) ?? 0;
    if (count < claim.laneLimit(row.lane)) {
      chosen.push(row);
      running.set(row.lane, count + 1);
    }
  }
  return chosen;
}
