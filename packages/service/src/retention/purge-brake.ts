import type { KeyMode } from '../accounts/api-key.ts';

/** Executions that ended after one time, up to and including another, in ms since 1970. */
export interface EndedRange {
  readonly after: number;
  readonly until: number;
}

/** Executions of an account and mode past their retention, with the number of late ones. */
export interface Backlog {
  readonly accountId: string;
  readonly mode: KeyMode;
  /** Executions that ended up to this time are due to be purged, in ms since 1970. */
  readonly until: number;
  /** An operator has confirmed the purge of executions that ended up to this time; null: no confirmation. */
  readonly confirmedUntil: number | null;
  /** Executions that ended in this range fell due while the service was off or its clock not trusted; null: no such pause. */
  readonly pause: EndedRange | null;
  /** Number of unconfirmed executions due for longer than {@link lateMs}, without those of `pause`. */
  readonly late: number;
  /** Number of ended executions that are not purged; counted only as far as the comparison with `late` needs. */
  readonly ended: number;
  /** Whether an earlier round held back late executions of the same retention, and no operator has confirmed them. */
  readonly isHeld: boolean;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/**
 * How long after it fell due a purge is late. Purges run every hour, so a longer delay means a wrong clock, a service that was
 * off, or a new retention.
 */
export const lateMs = 6 * hourMs;

/** Minimum number of late executions that needs a confirmation. */
const minLate = 10;
/** Minimum number of ended executions for each late one: with fewer, more than 20 % are late. */
export const minEndedPerLate = 5;

/** Returns whether late executions are an unusual share: at least 10, and more than 20 % of those that the account keeps. */
export function isUnusualShare({ late, ended }: Pick<Backlog, 'late' | 'ended'>): boolean {
  return late >= minLate && late * minEndedPerLate > ended;
}

/**
 * Returns whether an operator must confirm a purge: an unusual share is late, or was in an earlier round and at least 10 still
 * are. New executions thus do not end a hold.
 */
export function needsConfirmation(backlog: Pick<Backlog, 'late' | 'ended' | 'isHeld'>): boolean {
  return isUnusualShare(backlog) || (backlog.isHeld && backlog.late >= minLate);
}

/** Maximum length of ordinary downtime. Executions that fell due in a longer pause count as late. */
const maxPauseMs = 4 * dayMs;
/** How long a pause explains late purges: the first round after it purges the executions that fell due in it. */
const pauseCountsForMs = dayMs;

/** Last time without purges, because the service was off or its clock not trusted; in ms since 1970. */
export interface PurgePause {
  readonly from: number;
  readonly until: number;
}

/**
 * Returns the end times of executions that fell due in a pause, or shortly before it; null: the pause explains no late purges.
 */
export function endedForPause(pause: PurgePause, retentionMs: number, now: number): EndedRange | null {
  const isRecent = pause.until <= now && now - pause.until <= pauseCountsForMs;
  if (!isRecent || pause.until - pause.from > maxPauseMs) return null;
  return { after: pause.from - lateMs - retentionMs, until: pause.until - retentionMs };
}

/** Returns the end times of executions that may be purged now: all due ones, without late ones that await confirmation. */
export function purgeableRanges(backlog: Backlog): EndedRange[] {
  const { until, confirmedUntil, pause } = backlog;
  if (!needsConfirmation(backlog)) return [{ after: 0, until }];
  const usual = [{ after: until - lateMs, until }];
  if (pause !== null) usual.unshift({ after: pause.after, until: Math.min(pause.until, until) });
  if (confirmedUntil !== null) usual.unshift({ after: 0, until: Math.min(confirmedUntil, until) });
  return usual;
}
