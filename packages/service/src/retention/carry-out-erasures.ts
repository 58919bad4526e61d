import type { TrustedClock } from '../clock.ts';
import { causeOfUnavailability } from '../unavailable.ts';
import type { DueErasure } from './pending-erasures.ts';
import type { OnUnpurged, PurgeServices } from './purge-execution.ts';

/** Erasures read at a time. */
const pageSize = 100;

/** Dependencies of {@link carryOutErasures}. */
export type ErasureServices = Omit<PurgeServices, 'actor'> & {
  readonly onUnpurged?: OnUnpurged;
  /** Default: purges only executions that have ended, with the time at which their erasure was accepted. */
  readonly clock?: Pick<TrustedClock, 'now' | 'isTrusted'>;
};

/**
 * Purges executions with a pending erasure that have ended. Any process that shares the database may do it, even concurrently.
 *
 * @returns how many executions it purged.
 */
export async function carryOutErasures(services: ErasureServices, signal?: AbortSignal): Promise<number> {
  const { purges, clock } = services;
  const now = clock?.isTrusted() ? clock.now() : null;
  let purged = 0;
  for (let after = ''; ; ) {
    const page = await purges.dueErasures(now, after, pageSize);
    for (const erasure of page) {
      signal?.throwIfAborted();
      if (await carryOut(services, erasure, now ?? erasure.at)) purged += 1;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) break;
    after = last.executionId;
  }
  if (purged > 0) await purges.emptyLog();
  return purged;
}

/** Purges one execution. @returns whether it was purged now. */
async function carryOut(
  { purges, journal, media, onUnpurged }: ErasureServices,
  { executionId, at, cause, orderedBy }: DueErasure,
  now: number,
): Promise<boolean> {
  try {
    // The journal may lack the entry: the process that accepted the erasure may have died before recording it, or its folder is
    // gone.
    await journal.note({ executionId, at });
    const outcome = await purges.purge(
      executionId,
      at,
      { kind: 'system', task: 'purge-replay' },
      { now, ...(cause && { cause }), ...(orderedBy !== null && { orderedBy }) },
    );
    if (outcome.kind !== 'purged') return false;
    for (const ref of outcome.mediaRefs) await media.delete(ref);
    return true;
  } catch (error) {
    // A broken execution must not stop the others or the service; it is retried.
    if (causeOfUnavailability(error) !== null) throw error;
    onUnpurged?.(executionId, error);
    return false;
  }
}
