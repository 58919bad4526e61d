/** What an account keeps no longer, and how much of that has been due for long. */
export interface Backlog {
  readonly accountId: string;
  /** Executions that ended until then are to be purged, in ms since 1970. */
  readonly until: number;
  /** An operator confirmed the purge of those that ended until then; null: of none. */
  readonly confirmedUntil: number | null;
  /** Executions due for longer than {@link lateMs} whose purge nobody confirmed. */
  readonly late: number;
  /** Executions that ended and are not purged; counted no further than needed to compare with `late`. */
  readonly ended: number;
}

/**
 * Purges run every hour, so what is due for longer was not due by the clock of yesterday: the clock is wrong, the service was
 * off, or the account has just been given a retention time.
 */
export const lateMs = 6 * 60 * 60_000;

/** Fewer executions are purged without asking. */
const fewest = 10;
/** So many times as many executions are counted to compare: one in five is 20 %. */
export const shareOfEnded = 5;

/** Whether an operator is asked before a purge: of 10 late executions or more that are over 20 % of what the account keeps. */
export function needsConfirmation({ late, ended }: Pick<Backlog, 'late' | 'ended'>): boolean {
  return late >= fewest && late * shareOfEnded > ended;
}

/** Until when ended executions may be purged now. */
export function purgeableUntil(backlog: Backlog): number {
  const { until, confirmedUntil } = backlog;
  return needsConfirmation(backlog) ? Math.min(confirmedUntil ?? -Infinity, until) : until;
}
