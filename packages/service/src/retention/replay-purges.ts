import type { TrustedClock } from '../clock.ts';
import { causeOfUnavailability } from '../unavailable.ts';
import type { PurgeServices, TellUnpurged } from './purge-execution.ts';
import type { JournalPlace, PurgeEntry } from './purge-journal.ts';

type ReplayServices = Omit<PurgeServices, 'actor'> & {
  readonly tellUnpurged?: TellUnpurged;
  /** Left out: it is as late as when each was purged first. */
  readonly clock?: Pick<TrustedClock, 'now' | 'isTrusted'>;
};

/**
 * Purges again what an older copy of the data has brought back, as of when it was purged first. To be done before anything
 * is answered, and from time to time: what had not ended yet when the copy was made goes on, and is purged when it has.
 *
 * The first time reads the whole list, each other time what was added since, and what still goes on. Where it stands is in no
 * file: data are restored while no service runs on them, and one that starts reads all of it.
 *
 * @returns what does so, and resolves with how many executions it purged.
 */
export function createPurgeReplay(services: ReplayServices): () => Promise<number> {
  let settled: JournalPlace | undefined;
  return async () => {
    let purged = 0;
    let goOn = 0;
    let isRead = false;
    for await (const { entries, end } of services.journal.pieces(settled)) {
      const outcome = await replay(services, entries);
      purged += outcome.purged;
      goOn += outcome.goOn;
      isRead ||= entries.length > 0;
      if (goOn === 0) settled = end;
    }
    // A process that ended before it came to that may have left the log as it was.
    if (isRead) await services.purges.emptyLog();
    return purged;
  };
}

/** @returns how many of the entries were purged, and how many executions of them have not ended. */
async function replay(
  { purges, media, tellUnpurged, clock }: ReplayServices,
  entries: readonly PurgeEntry[],
) {
  // Of several entries the first counts: the last to be put into a map.
  const some = new Map([...entries].reverse().map((entry) => [entry.executionId, entry]));
  const back = some.size === 0 ? new Set<string>() : await purges.unpurged([...some.keys()]);
  let [purged, goOn] = [0, 0];
  for (const { executionId, at } of some.values()) {
    if (!back.has(executionId)) continue;
    try {
      const outcome = await purges.purge(
        executionId,
        at,
        { kind: 'system', task: 'purge-replay' },
        { now: clock?.isTrusted() ? clock.now() : at },
      );
      if (outcome.kind === 'in-progress') goOn += 1;
      if (outcome.kind !== 'purged') continue;
      for (const ref of outcome.mediaRefs) await media.delete(ref);
      purged += 1;
    } catch (error) {
      // One that is broken keeps neither the others nor the service from going on, and is tried again.
      if (causeOfUnavailability(error) !== null) throw error;
      goOn += 1;
      tellUnpurged?.(executionId, error);
    }
  }
  return { purged, goOn };
}
