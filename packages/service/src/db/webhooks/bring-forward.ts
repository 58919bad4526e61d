import { sql } from 'kysely';
import { isOneOf } from '../dialect.ts';
import type { Database } from '../schema.ts';

/**
 * Makes jobs due at once that are scheduled after a given time: deliveries, and jobs that update the queue of an endpoint. Call
 * it in a transaction.
 *
 * @returns how many of the more frequent kind were changed, at most `limit`.
 */
export async function bringForward(db: Database, after: number, now: number, limit: number): Promise<number> {
  // Queries each lane separately, so that the index finds its jobs without reading others.
  const { rows } = await sql<{ id: string; subjectId: string }>`
    with recursive lanes (lane) as (
      select min(lane) from jobs where kind = 'deliver' and failed_at is null
      union all
      select (select min(lane) from jobs where kind = 'deliver' and failed_at is null and lane > lanes.lane)
      from lanes where lanes.lane is not null
    )
    select jobs.id as id, jobs.subject_id as "subjectId" from lanes cross join jobs
    where jobs.kind = 'deliver' and jobs.failed_at is null and jobs.lane = lanes.lane and jobs.due_at > ${after}
    limit ${limit}`.execute(db);
  const [ids, subjects] = [rows.map(({ id }) => id), rows.map(({ subjectId }) => subjectId)];
  await sql`
    update webhook_deliveries set next_at = ${now}
    where ${isOneOf('id', subjects)} and state = 'pending'`.execute(db);
  await sql`
    update jobs set due_at = ${now} where ${isOneOf('id', ids)}`.execute(db);
  const queueUpdates = sql`
    select id from jobs
    where kind = 'arrange' and lane is null and failed_at is null and due_at > ${after} limit ${limit}`;
  const { numAffectedRows = 0n } = await sql`
    update jobs set due_at = ${now} where id in (${queueUpdates})`.execute(db);
  return Math.max(rows.length, Number(numAffectedRows));
}
