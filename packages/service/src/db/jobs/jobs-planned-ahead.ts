import { type Kysely, sql } from 'kysely';
import type { JobClaim } from '../../jobs/job.ts';
import { prepareQuery } from '../prepared-query.ts';
import type { Schema } from '../schema.ts';
import type { JobsTable } from './job-tables.ts';

/**
 * Creates the function that makes jobs of a kind due if they would wait longer than `longestWaitMs`: they were scheduled while
 * the clock was ahead.
 *
 * @param reader - searches for such jobs, so that no write lock is taken if there are none.
 */
export function createBringForward(
  db: Kysely<Schema>,
  reader: Kysely<Schema>,
): (claim: Pick<JobClaim, 'kind' | 'now' | 'longestWaitMs'>) => Promise<void> {
  const findPlannedAhead = preparePlannedAhead(reader);
  return async ({ kind, now, longestWaitMs }) => {
    if (longestWaitMs === undefined) return;
    const { rows } = await reader.executeQuery(findPlannedAhead({ kind, from: now + longestWaitMs }));
    for (const { id, due_at } of rows) {
      await db
        .updateTable('jobs')
        .set({ due_at: now })
        .where('id', '=', id)
        .where('due_at', '=', due_at)
        .where('lease_token', 'is', null)
        .execute();
    }
  };
}

function preparePlannedAhead(db: Kysely<Schema>) {
  type Found = Pick<JobsTable, 'id' | 'due_at'>;
  return prepareQuery<{ kind: string; from: number }, Found>(db, (builder, value) => {
    const query = sql<Found>`
    select id, due_at from jobs
    where kind = ${value('kind')} and failed_at is null and lease_token is null and due_at > ${value('from')}`;
    return { compile: () => query.compile(builder) };
  });
}
