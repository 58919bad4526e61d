import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allocateSlots, countFreeSlots } from '../../jobs/allocate-slots.ts';
import type { JobClaim } from '../../jobs/job.ts';
import { skipLocked } from '../dialect.ts';
import { prepareQuery } from '../prepared-query.ts';
import type { Database, Schema } from '../schema.ts';
import type { JobsTable } from './job-tables.ts';

/** A job that could be claimed. */
export type DueJob = Pick<JobsTable, 'id' | 'lane' | 'due_at'>;

/**
 * Finds the jobs to claim, the longest due first. Reads from each lane at most as many jobs as the lane can still run, and from
 * at most as many lanes as jobs can be claimed, beginning with the one that has waited longest. So jobs behind a full lane cost
 * nothing, nor do lanes without claimable jobs.
 *
 * @param isShared - whether other processes claim, too. If so, leases end only through {@link JobStore.endLeases}.
 * @returns the search. In a transaction, it locks the jobs that it finds, and skips those that others have locked.
 */
export function createDueJobs(
  db: Kysely<Schema>,
  isShared = false,
): (claim: JobClaim, transaction?: Database) => Promise<DueJob[]> {
  const lanesDue = prepareLanesDue(db, isShared);
  const findDueIn = prepareDueIn(db, isShared, sql``);
  const findAndLockDueIn = prepareDueIn(db, isShared, skipLocked);
  return async (claim, transaction) => {
    const { kind, now } = claim;
    const source = transaction ?? db;
    const dueIn = transaction ? findAndLockDueIn : findDueIn;
    const found: DueJob[] = [];
    const { rows: lanes } = await source.executeQuery(lanesDue({ kind, now }));
    const open = lanes.map((row) => row.lane).filter((lane) => countFreeSlots(lane, claim) > 0);
    const takesTurns = claim.allocator?.next !== undefined;
    const turn = claim.allocator?.next?.(open);
    const asked = takesTurns ? (turn === undefined ? [] : [turn]) : open.slice(0, claim.limit);
    for (const lane of [null, ...asked]) {
      const free = lane === null ? claim.limit : countFreeSlots(lane, claim);
      const limit = takesTurns ? Math.min(1, free) : free;
      if (limit > 0) found.push(...(await source.executeQuery(dueIn({ kind, now, lane, limit }))).rows);
    }
    return allocateSlots(
      found.sort((a, b) => a.due_at - b.due_at),
      takesTurns ? { ...claim, limit: Math.min(1, claim.limit) } : claim,
    );
  };
}

/**
 * Prepares the query for the lanes with claimable jobs, in the order of their first due job. One query serves any number of
 * lanes: one step in the index finds each lane, and a few more find its first free job, because at most as many jobs before it
 * are claimed as the limit of the lane.
 */
function prepareLanesDue(db: Kysely<Schema>, isShared: boolean) {
  return prepareQuery<{ kind: string; now: number }, { lane: string }>(db, (builder, value) => {
    const [kind, now] = [value('kind'), value('now')];
    const query = sql<{ lane: string }>`
    with recursive lanes (lane) as (
      select min(lane) from jobs where kind = ${kind} and failed_at is null
      union all
      select (select min(lane) from jobs where kind = ${kind} and failed_at is null and lane > lanes.lane)
      from lanes where lanes.lane is not null
    )
    select lane from (
      select lane, (
        select due_at from jobs
        where kind = ${kind} and failed_at is null and jobs.lane = lanes.lane and due_at <= ${now}
          and ${isFree(isShared, now)}
        order by due_at limit 1
      ) as first_due
      from lanes where lane is not null
    ) as due
    where first_due is not null order by first_due`;
    return { compile: () => query.compile(builder) };
  });
}

/**
 * Builds the condition that a job is free. If processes share the database, leases are not compared with the clock of one
 * process.
 */
export function isFree(isShared: boolean, now: unknown): RawBuilder<boolean> {
  return isShared ? sql`lease_token is null` : sql`(lease_until is null or lease_until <= ${now})`;
}

function prepareDueIn(db: Kysely<Schema>, isShared: boolean, ending: RawBuilder<unknown>) {
  type Values = { kind: string; now: number; lane: string | null; limit: number };
  return prepareQuery<Values, DueJob>(db, (builder, value) => {
    const now = value('now');
    // The limit is written as a sum, because SQLite recompiles a statement for each new value of a plain limit.
    const query = sql<DueJob>`
    select id, lane, due_at from jobs
    where kind = ${value('kind')} and failed_at is null and lane is not distinct from ${value('lane')} and due_at <= ${now}
      and ${isFree(isShared, now)}
    order by due_at limit ${value('limit')} + 0 ${ending}`;
    return { compile: () => query.compile(builder) };
  });
}
