import type { TrustedClock } from '../clock.ts';
import { type Backlog, needsConfirmation, purgeableUntil } from './purge-brake.ts';
import { type PurgeServices, purgeExecution } from './purge-execution.ts';

/** Looked up at a time; each is purged in a transaction of its own, so that others come in between. */
const perLook = 100;

export interface OverdueServices extends PurgeServices {
  readonly clock: TrustedClock;
  /** Called for each account whose purge waits for an operator. */
  tellHeld?(backlog: Backlog): void;
}

/**
 * Purges what accounts keep no longer, by how long each wants to keep. Nothing is purged while the clock is not trusted, and no
 * unusual share of an account before an operator confirmed it.
 *
 * @returns how many executions.
 */
export async function purgeOverdue(services: OverdueServices, signal: AbortSignal): Promise<number> {
  const { purges, clock, tellHeld } = services;
  let purged = 0;
  const backlogs = clock.isTrusted() ? await purges.backlogs(clock.now()) : [];
  for (const backlog of backlogs) {
    if (needsConfirmation(backlog)) tellHeld?.(backlog);
    purged += await purgeAccount(services, backlog, signal);
  }
  // Whether or not something was purged now: a log that was being read the last time may be emptied this time.
  await purges.emptyLog();
  return purged;
}

async function purgeAccount(
  services: OverdueServices,
  backlog: Backlog,
  signal: AbortSignal,
): Promise<number> {
  const { purges, clock } = services;
  const until = purgeableUntil(backlog);
  let purged = 0;
  for (;;) {
    const ids = await purges.overdue(backlog.accountId, until, perLook);
    for (const id of ids) {
      signal.throwIfAborted();
      // It may have jumped since.
      if (!clock.isTrusted()) return purged;
      await purgeExecution(services, id, clock.now());
      purged += 1;
    }
    if (ids.length < perLook) return purged;
  }
}
