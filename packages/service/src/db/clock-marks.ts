import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { KeyMode } from '../accounts/api-key.ts';
import type { ClockMarkStore } from '../clocks/clock-marks.ts';
import type { ClockDoubt } from '../clocks/service-clock.ts';
import type { PurgePause } from '../retention/purge-brake.ts';
import type { ClockMarksTable } from './operation-tables.ts';
import type { Schema } from './schema.ts';

/** Housekeeping is planned this far ahead. */
const housekeepingMs = 60 * 60_000;

/** Trusted times are stored every ten minutes: between two that are further apart nothing was removed by age. */
const shortestPauseMs = 60 * 60_000;

/** Stores the time between the last trusted time and this one as a pause, if it was one. */
function pauseUntil(at: number) {
  // Qualified by the table, because in PostgreSQL the rejected row (`excluded`) has the same columns.
  const isPause = sql<boolean>`clock_marks.trusted_at < ${at - shortestPauseMs}`;
  return {
    pause_from: sql<
      number | null
    >`case when ${isPause} then clock_marks.trusted_at else clock_marks.pause_from end`,
    pause_until: sql<number | null>`case when ${isPause} then ${at} else clock_marks.pause_until end`,
  };
}

/** The last time that the service was off or did not trust its clock for over an hour; null: none is known. */
export async function findLastPause(db: Kysely<Schema>): Promise<PurgePause | null> {
  const row = await db.selectFrom('clock_marks').select(['pause_from', 'pause_until']).executeTakeFirst();
  if (!row || row.pause_from === null || row.pause_until === null) return null;
  return { from: row.pause_from, until: row.pause_until };
}

/** Stored state of the clock, in the database. */
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
      // Account by account and mode by mode there is an index for it.
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
