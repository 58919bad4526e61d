import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { KeyMode } from '../accounts/api-key.ts';
import type { ClockMarkStore } from '../clocks/clock-marks.ts';
import type { ClockDoubt } from '../clocks/service-clock.ts';
import type { PurgePause } from '../retention/purge-brake.ts';
import type { ClockMarksTable } from './operation-tables.ts';
import type { Schema } from './schema.ts';

/** How far ahead housekeeping is scheduled. */
const housekeepingMs = 60 * 60_000;

/**
 * Minimum length of a pause. Trusted times are stored every ten minutes, so a longer gap means that nothing was purged by age
 * in between.
 */
const minPauseMs = 60 * 60_000;

/** Builds the columns that record the time since the last trusted time as a pause, if it was long enough. */
function pauseUntil(at: number) {
  // Qualified by the table, because in PostgreSQL the rejected row (`excluded`) has the same columns.
  const isPause = sql<boolean>`clock_marks.trusted_at < ${at - minPauseMs}`;
  return {
    pause_from: sql<
      number | null
    >`case when ${isPause} then clock_marks.trusted_at else clock_marks.pause_from end`,
    pause_until: sql<number | null>`case when ${isPause} then ${at} else clock_marks.pause_until end`,
  };
}

/** Returns the last period of over an hour in which the service was off or did not trust its clock; null if none is known. */
export async function findLastPause(db: Kysely<Schema>): Promise<PurgePause | null> {
  const row = await db.selectFrom('clock_marks').select(['pause_from', 'pause_until']).executeTakeFirst();
  if (!row || row.pause_from === null || row.pause_until === null) return null;
  return { from: row.pause_from, until: row.pause_until };
}

/** Stores the state of the clock in the database. */
export function createClockMarkStore(db: Kysely<Schema>): ClockMarkStore {
  const change = async (values: Partial<Omit<ClockMarksTable, 'id'>>) => {
    const row = { id: 1, trusted_at: null, confirmed_at: null, doubt: null, gap_ms: 0, ...values };
    const at = values.trusted_at;
    await db
      .insertInto('clock_marks')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ ...values, ...(typeof at === 'number' ? pauseUntil(at) : {}) }),
      )
      .execute();
  };
  return {
    async find() {
      const row = await db.selectFrom('clock_marks').selectAll().executeTakeFirst();
      if (!row) return null;
      const { trusted_at, confirmed_at, doubt, gap_ms } = row;
      return {
        trustedAt: trusted_at,
        confirmedAt: confirmed_at,
        doubt: doubt as ClockDoubt | null,
        gapMs: gap_ms,
      };
    },
    noteTrusted: (at) => change({ trusted_at: at, doubt: null, gap_ms: 0 }),
    noteDoubt: (doubt, gapMs) => change({ doubt, gap_ms: gapMs }),
    confirm: (at) => change({ trusted_at: at, confirmed_at: at }),
    async findLastWork() {
      const jobs = await db
        .selectFrom('jobs')
        .select(({ fn }) => [fn.max('created_at').as('created'), fn.max('due_at').as('due')])
        .where('kind', '=', 'housekeep')
        .where('failed_at', 'is', null)
        .executeTakeFirstOrThrow();
      const keys = await db
        .selectFrom('api_keys')
        .select(({ fn }) => fn.max('last_used_at').as('used'))
        .executeTakeFirstOrThrow();
      // Asks for each account and mode separately, because the index has that order.
      const accounts = await db
        .selectFrom('accounts')
        .select((eb) => [
          'created_at',
          lastFinished(eb, 'live').as('finished'),
          lastFinished(eb, 'test').as('test_finished'),
        ])
        .execute();
      const times = [
        jobs.created,
        jobs.due === null ? null : jobs.due - housekeepingMs,
        keys.used,
        ...accounts.flatMap(({ created_at, finished, test_finished }) => [
          created_at,
          finished,
          test_finished,
        ]),
      ].filter((time) => time !== null);
      return times.length === 0 ? null : Math.max(...times);
    },
  };
}

function lastFinished(eb: ExpressionBuilder<Schema, 'accounts'>, mode: KeyMode) {
  return eb
    .selectFrom('executions')
    .select(({ fn }) => fn.max('finished_at').as('finished'))
    .whereRef('account_id', '=', 'accounts.id')
    .where('mode', '=', mode)
    .where('finished_at', 'is not', null)
    .where('data_purged_at', 'is', null);
}
