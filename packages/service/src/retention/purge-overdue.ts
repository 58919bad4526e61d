import type { TrustedClock } from '../clock.ts';
import { causeOfUnavailability } from '../unavailable.ts';
import { type Backlog, type EndedRange, needsConfirmation, purgeableRanges } from './purge-brake.ts';
import { type OnUnpurged, type PurgeServices, purgeExecution } from './purge-execution.ts';

/** Executions found at a time; each is purged in its own transaction, so that others can run in between. */
const perLook = 100;

export interface OverdueServices extends PurgeServices {
  readonly clock: TrustedClock;
  /** Called in each round with the accounts whose late purges await an operator. */
  onHeld?(held: readonly Backlog[]): void;
  readonly onUnpurged?: OnUnpurged;
}

/**
 * Purges executions past the retention of their account. Purges nothing while the clock is not trusted, and no unusual share of
 * late executions of an account and mode before an operator has confirmed it.
 *
 * @returns how many executions.
 */
export async function purgeOverdue(services: OverdueServices, signal: AbortSignal): Promise<number> {
  const { purges, clock, onHeld } = services;
  let purged = 0;
  if (clock.isTrusted()) {
    const backlogs = await purges.backlogs(clock.now());
    onHeld?.(backlogs.filter(needsConfirmation));
    for (const backlog of backlogs) {
      for (const range of purgeableRanges(backlog))
        purged += await purgeRange(services, backlog, range, signal);
    }
  }
  // Whether or not something was purged now: a log that was being read the last time may be emptied this time.
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
    const limit = perLook + failed.size;
    const ids = await purges.overdue(backlog, range, limit);
    for (const id of ids) {
      if (failed.has(id)) continue;
      signal.throwIfAborted();
      // The clock may have jumped since.
      if (!clock.isTrusted()) return purged;
      try {
        await purgeExecution(services, id, clock.now());
        purged += 1;
      } catch (error) {
        // One that is broken holds up no other; a machine that can do nothing now ends the round.
        if (causeOfUnavailability(error) !== null) throw error;
        failed.add(id);
        onUnpurged?.(id, error);
      }
    }
    if (ids.length < limit) return purged;
  }
}
