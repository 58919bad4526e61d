import type { TrustedClock } from '../clock.ts';
import { causeOfUnavailability } from '../unavailable.ts';
import { type Backlog, type EndedRange, needsConfirmation, purgeableRanges } from './purge-brake.ts';
import { type OnUnpurged, type PurgeServices, purgeExecution } from './purge-execution.ts';

/** Executions found at a time. Each is purged in its own transaction, so that others can run in between. */
const pageSize = 100;

export interface OverdueServices extends PurgeServices {
  readonly clock: TrustedClock;
  /** Called in each round with the backlogs that await confirmation by an operator. */
  onHeld?(held: readonly Backlog[]): void;
  readonly onUnpurged?: OnUnpurged;
}

/**
 * Purges executions past the retention of their account. Purges nothing while the clock is not trusted, and holds back an
 * unusual share of late executions of an account and mode until an operator confirms it, the retention changes, or few are left.
 *
 * @returns how many executions were purged.
 */
export async function purgeOverdue(services: OverdueServices, signal: AbortSignal): Promise<number> {
  const { purges, clock, onHeld } = services;
  let purged = 0;
  if (clock.isTrusted()) {
    const backlogs = await purges.backlogs(clock.now());
    onHeld?.(backlogs.filter(needsConfirmation));
    for (const backlog of backlogs) {
      const waits = needsConfirmation(backlog);
      if (waits !== backlog.isHeld)
        await (waits ? purges.hold(backlog, clock.now()) : purges.endHold(backlog));
      for (const range of purgeableRanges(backlog))
        purged += await purgeRange(services, backlog, range, signal);
    }
  }
  // Even if nothing was purged now: the previous attempt may have failed because the log was being read.
  await purges.emptyLog();
  return purged;
}

async function purgeRange(
  services: OverdueServices,
  backlog: Backlog,
  range: EndedRange,
  signal: AbortSignal,
): Promise<number> {
  const { purges, clock, onUnpurged } = services;
  const failed = new Set<string>();
  let purged = 0;
  for (;;) {
    const limit = pageSize + failed.size;
    const ids = await purges.overdue(backlog, range, limit);
    for (const id of ids) {
      if (failed.has(id)) continue;
      signal.throwIfAborted();
      // The clock may have jumped meanwhile.
      if (!clock.isTrusted()) return purged;
      try {
        await purgeExecution(services, id, clock.now());
        purged += 1;
      } catch (error) {
        // A broken execution must not stop the others; an error of the machine ends the round.
        if (causeOfUnavailability(error) !== null) throw error;
        failed.add(id);
        onUnpurged?.(id, error);
      }
    }
    if (ids.length < limit) return purged;
  }
}
