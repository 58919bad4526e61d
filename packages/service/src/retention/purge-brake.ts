import type { KeyMode } from '../accounts/api-key.ts';

/** Executions that ended after one time and until another, in ms since 1970. */
export interface EndedRange {
  readonly after: number;
  readonly until: number;
}

/** Executions of an account and mode past their retention, and how many of them are late. */
export interface Backlog {
  readonly accountId: string;
  readonly mode: KeyMode;
  /** Executions that ended until then are to be purged, in ms since 1970. */
  readonly until: number;
  /** Time until which an operator confirmed the purge of ended executions; null: none. */
  readonly confirmedUntil: number | null;
  /** Executions that ended in it fell due while the service was off or its clock not trusted; null: none is known. */
  readonly pause: EndedRange | null;
  /** Executions due for longer than {@link lateMs} whose purge nobody confirmed, without those of `pause`. */
  readonly late: number;
  /** Executions that ended and are not purged; counted no further than needed to compare with `late`. */
  readonly ended: number;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/**
 * Age of a late purge. Purges run every hour, so a longer delay means a wrong clock, a service that was off, or a new retention
 * time.
 */
export const lateMs = 6 * hourMs;

/** Fewer executions are purged without asking. */
const fewest = 10;
/** Multiple of the due executions that is counted for comparison: one in five is 20 %. */
export const shareOfEnded = 5;

/**
 * Tells whether an operator must confirm a purge: 10 late executions or more that are over 20 % of those that the account keeps.
 */
export function needsConfirmation({ late, ended }: Pick<Backlog, 'late' | 'ended'>): boolean {
  return late >= fewest && late * shareOfEnded > ended;
}

/** Longest ordinary down time. Executions that fell due in a longer pause count as late. */
const longestPauseMs = 4 * dayMs;
/** Executions that fell due in a pause are purged in the first round after it, so an older pause explains nothing. */
const pauseCountsForMs = dayMs;

/** Last pause of purges, because the service was off or its clock not trusted; in ms since 1970. */
export interface PurgePause {
  readonly from: number;
  readonly until: number;
}

/** Range of end times of executions that fell due in a pause, or shortly before it; null: the pause explains no late purges. */
export function endedForPause(pause: PurgePause, retentionMs: number, now: number): EndedRange | null {
  const isRecent = pause.until <= now && now - pause.until <= pauseCountsForMs;
  if (!isRecent || pause.until - pause.from > longestPauseMs) return null;
  return { after: pause.from - lateMs - retentionMs, until: pause.until - retentionMs };
}

/** Ranges of end times of executions that may be purged now: all due ones, without late ones that an operator must confirm. */
export function purgeableRanges(backlog: Backlog): EndedRange[] {
  const { until, confirmedUntil, pause } = backlog;
  if (!needsConfirmation(backlog)) return [{ after: 0, until }];
  const usual = [{ after: until - lateMs, until }];
  if (pause !== null) usual.unshift({ after: pause.after, until: Math.min(pause.until, until) });
  if (confirmedUntil !== null) usual.unshift({ after: 0, until: Math.min(confirmedUntil, until) });
  return usual;
}
