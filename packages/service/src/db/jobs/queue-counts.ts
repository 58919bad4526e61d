import { type Kysely, sql } from 'kysely';
import { keyModes } from '../../accounts/api-key.ts';
import type { JobKind } from '../../jobs/job.ts';
import { rowsOf } from '../dialect.ts';
import type { Schema } from '../schema.ts';

/** Maximum of each count, so that counting stays cheap. */
export const maxCounted = 1000;

/** Counts of pending work, each up to {@link maxCounted} (deliveries: for each endpoint and mode). */
export interface QueueCounts {
  /** Counts the due jobs of a kind, in each lane. */
  due(kind: JobKind, now: number): Promise<number>;
  /** Counts the failed jobs of a kind. */
  givenUp(kind: JobKind): Promise<number>;
  /** Counts the deliveries in a state. */
  deliveries(state: 'pending' | 'held' | 'undelivered'): Promise<number>;
  /** Counts the endpoints by state. */
  endpoints(): Promise<Readonly<Record<'enabled' | 'failing' | 'disabled', number>>>;
}

/** Counts only through indexes, so that no growing table is read from end to end. */
export function createQueueCounts(reader: Kysely<Schema>): QueueCounts {
  const count = async (query: ReturnType<typeof sql<{ count: number | null }>>) =>
    Number((await query.execute(reader)).rows[0]?.count ?? 0);
  return {
    due: (kind, now) =>
      count(sql`
        with recursive lanes (lane) as (
          select min(lane) from jobs where kind = ${kind} and failed_at is null
          union all
          select (select min(lane) from jobs where kind = ${kind} and failed_at is null and lane > lanes.lane)
          from lanes where lanes.lane is not null
        )
        select sum(due) as count from (
          select (
            select count(*) from (
              select 1 from jobs
              where kind = ${kind} and failed_at is null and jobs.lane is not distinct from lanes.lane and due_at <= ${now}
              limit ${maxCounted}
            ) as counted
          ) as due
          from lanes
        ) as all_lanes`),
    givenUp: (kind) =>
      count(sql`
        select count(*) as count from (
          select 1 from jobs where kind = ${kind} and failed_at is not null limit ${maxCounted}
        ) as counted`),
    deliveries: (state) =>
      count(sql`
        select sum(counted) as count from (
          select (
            select count(*) from (
              select 1 from webhook_deliveries
              where endpoint_id = webhook_endpoints.id and state = ${state} and mode = modes.value limit ${maxCounted}
            ) as those
          ) as counted
          from webhook_endpoints cross join ${rowsOf(keyModes, 'modes')}
        ) as all_endpoints`),
    async endpoints() {
      const rows = await reader
        .selectFrom('webhook_endpoints')
        .select(['disabled_at', 'failing_since'])
        .where('removed_at', 'is', null)
        .execute();
      const disabled = rows.filter((row) => row.disabled_at !== null).length;
      const failing = rows.filter((row) => row.disabled_at === null && row.failing_since !== null).length;
      return { enabled: rows.length - disabled - failing, failing, disabled };
    },
  };
}
