import { causeOfUnavailability } from '../unavailable.ts';
import { carryOutErasures, type ErasureServices } from './carry-out-erasures.ts';
import type { JournalPlace, NotedPurge, PurgeEntry } from './purge-journal.ts';

type ReplayServices = ErasureServices & {
  /** Called after the first replay with the number of executions that an older copy of the data had brought back. */
  readonly onReturned?: (executions: number) => void;
};

/**
 * Creates a function that repeats purges after an older copy of the data was restored, with their original times. Its first
 * call comes before the service replies to any request. An execution that had not ended when the copy was made becomes a
 * pending erasure, and is purged once it has ended. Later calls carry out due erasures, and read new journal entries, for
 * example of a command that was killed before it purged.
 *
 * The first call reads the whole journal, later calls only new entries. The position is not stored: data is restored only while
 * no service uses it, and every start reads the whole journal.
 *
 * @returns the function; it resolves with the number of executions that it purged.
 */
export function createPurgeReplay(services: ReplayServices): (signal?: AbortSignal) => Promise<number> {
  let read: JournalPlace | undefined;
  let isFirst = true;
  return async (signal) => {
    // Before the replay, so that an execution that cannot be purged now is not tried twice.
    const erased = await carryOutErasures(services, signal);
    let returned = 0;
    let isRead = false;
    for await (const { entries, end } of services.journal.pieces(read)) {
      returned += await replay(services, entries);
      isRead ||= entries.length > 0;
      read = end;
    }
    // A process that ended too early may not have emptied the log.
    if (isRead) await services.purges.emptyLog();
    if (isFirst && returned > 0) services.onReturned?.(returned);
    isFirst = false;
    return returned + erased;
  };
}

/** Purges the executions of entries, and makes those that cannot be purged now pending. @returns how many were purged. */
async function replay(
  { purges, journal, media, onUnpurged, clock }: ReplayServices,
  entries: readonly NotedPurge[],
): Promise<number> {
  // The first entry of an execution counts: reversed, it is stored in the map last.
  const some = new Map([...entries].reverse().map((entry) => [entry.executionId, entry]));
  const back = some.size === 0 ? new Set<string>() : await purges.unpurged([...some.keys()]);
  const left: PurgeEntry[] = [];
  let purged = 0;
  for (const { executionId, at: noted } of some.values()) {
    if (!back.has(executionId)) continue;
    let at = noted;
    try {
      at ??= (await journal.readTime?.(executionId)) ?? null;
      if (at === null) continue;
      const outcome = await purges.purge(
        executionId,
        at,
        { kind: 'system', task: 'purge-replay' },
        { now: clock?.isTrusted() ? clock.now() : at },
      );
      if (outcome.kind === 'in-progress') left.push({ executionId, at });
      if (outcome.kind !== 'purged') continue;
      for (const ref of outcome.mediaRefs) await media.delete(ref);
      purged += 1;
    } catch (error) {
      // A broken execution must not stop the others or the service; it is retried.
      if (causeOfUnavailability(error) !== null) throw error;
      if (at !== null) left.push({ executionId, at });
      onUnpurged?.(executionId, error);
    }
  }
  if (left.length > 0) await purges.takeOverErasures(left);
  return purged;
}
