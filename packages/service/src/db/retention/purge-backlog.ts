import type { KeyMode } from '../../accounts/api-key.ts';
import type { DuePurge, PurgeConfirmation } from '../../administration/retention/retention-store.ts';
import {
  type Backlog,
  endedForPause,
  lateMs,
  minEndedPerLate,
  needsConfirmation,
} from '../../retention/purge-brake.ts';
import { findRetention } from '../accounts/accounts.ts';
import { findLastPause } from '../clock-marks.ts';
import type { Database } from '../schema.ts';
import { endPurgeHold, isPurgeHeld } from './purge-holds.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns until when the ended executions of one mode of an account are due for a purge, and how many of them are late.
 *
 * @param days - number of days for which data is kept. Default: the setting of the account. If they differ, neither the
 *   confirmation nor the hold of its purges counts, because the change would end both.
 * @returns null if everything is kept, or the account does not exist.
 */
export async function findBacklog(
  db: Database,
  accountId: string,
  mode: KeyMode,
  now: number,
  days?: number,
): Promise<Backlog | null> {
  const retention = await findRetention(db, accountId);
  const retentionDays = days ?? retention?.[mode] ?? null;
  if (!retention || retentionDays === null) return null;
  const isAsSet = retentionDays === retention[mode];
  const until = now - retentionDays * dayMs;
  const confirmedUntil = isAsSet ? await findConfirmedUntil(db, accountId, mode) : null;
  const isHeld = isAsSet && (await isPurgeHeld(db, { accountId, mode }));
  const paused = await findLastPause(db);
  const pause = paused && endedForPause(paused, retentionDays * dayMs, now);
  const all = () => selectUnpurged(db, accountId, mode);
  const unconfirmed = all()
    .where('finished_at', '<=', until - lateMs)
    .where('finished_at', '>', confirmedUntil ?? 0);
  const late = await countOf(
    db,
    pause === null
      ? unconfirmed
      : unconfirmed.where((eb) =>
          eb.or([eb('finished_at', '<=', pause.after), eb('finished_at', '>', pause.until)]),
        ),
  );
  // Counts only as far as the comparison needs.
  const ended = late === 0 ? 0 : await countOf(db, all(), late * minEndedPerLate);
  return { accountId, mode, until, confirmedUntil, pause, late, ended, isHeld };
}

async function findConfirmedUntil(db: Database, accountId: string, mode: KeyMode): Promise<number | null> {
  const confirmed = await db
    .selectFrom('purge_confirmations')
    .select('ended_until')
    .where('account_id', '=', accountId)
    .where('mode', '=', mode)
    .executeTakeFirst();
  return confirmed?.ended_until ?? null;
}

/**
 * Finds what the next round would purge in one mode of an account.
 *
 * @param days - number of days for which data is kept. Default: the setting of the account.
 * @param most - maximum of the count.
 * @returns null if everything is kept, or the account does not exist.
 */
export async function findDuePurge(
  db: Database,
  accountId: string,
  mode: KeyMode,
  now: number,
  { days, most }: { readonly days?: number; readonly most?: number } = {},
): Promise<DuePurge | null> {
  const backlog = await findBacklog(db, accountId, mode, now, days);
  if (backlog === null) return null;
  const { until } = backlog;
  const overdue = selectUnpurged(db, accountId, mode).where('finished_at', '<=', until);
  const due = await countOf(db, overdue, most);
  return { accountId, mode, due, until, waits: needsConfirmation(backlog) };
}

/** Returns when the oldest execution that has data ended, in one mode; null if none has data. */
export async function findOldestKept(db: Database, accountId: string, mode: KeyMode): Promise<number | null> {
  const row = await selectUnpurged(db, accountId, mode)
    .select('finished_at')
    .orderBy('finished_at')
    .executeTakeFirst();
  return row?.finished_at ?? null;
}

/** Records that an operator confirmed the purge of an account's executions, which ends their hold. */
export async function confirmPurge(
  db: Database,
  { accountId, mode, until, executions, now }: PurgeConfirmation,
): Promise<void> {
  const confirmed = { ended_until: until, executions, confirmed_at: now };
  await db
    .insertInto('purge_confirmations')
    .values({ account_id: accountId, mode, ...confirmed })
    .onConflict((conflict) => conflict.columns(['account_id', 'mode']).doUpdateSet(confirmed))
    .execute();
  await endPurgeHold(db, { accountId, mode });
}

/** Forgets the confirmation and the hold of purges of one mode of an account, once its retention has changed. */
export async function forgetPurgeDecisions(db: Database, accountId: string, mode: KeyMode): Promise<void> {
  await db
    .deleteFrom('purge_confirmations')
    .where('account_id', '=', accountId)
    .where('mode', '=', mode)
    .execute();
  await endPurgeHold(db, { accountId, mode });
}

/** Selects executions of an account that ended and are not purged. Matches an index that is ordered by account and mode. */
export function selectUnpurged(db: Database, accountId: string, mode?: KeyMode) {
  const all = db
    .selectFrom('executions')
    .where('account_id', '=', accountId)
    .where('data_purged_at', 'is', null)
    .where('finished_at', 'is not', null);
  return mode === undefined ? all : all.where('mode', '=', mode);
}

/** Counts selected executions, up to `most`. */
export async function countOf(
  db: Database,
  query: ReturnType<typeof selectUnpurged>,
  most?: number,
): Promise<number> {
  const all = query.select('finished_at');
  const { count } = await db
    .selectFrom((most === undefined ? all : all.limit(most)).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
