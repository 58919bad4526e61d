import { type Actor, nameOfActor } from '../access/actor.ts';
import { requireAct } from '../access/find-obstacle.ts';
import type { MediaStore } from '../media/media-store.ts';
import type { PurgeCause } from './pending-erasures.ts';
import type { PurgeJournal } from './purge-journal.ts';
import type { PurgeOutcome, PurgeStore } from './purge-store.ts';

export interface PurgeServices {
  /** Actor who purges. */
  readonly actor: Actor;
  readonly purges: PurgeStore;
  readonly journal: PurgeJournal;
  readonly media: Pick<MediaStore, 'delete'>;
  /** Cause of the purge, unless the actor implies it. */
  readonly cause?: PurgeCause;
  /** Actor who requested it. */
  readonly orderedBy?: Actor;
}

/** Called for each execution that could not be purged; the others are still purged. */
export type OnUnpurged = (executionId: string, error: unknown) => void;

/**
 * Removes all personal data of an execution permanently. The entry in the purge journal comes first: after a crash the next
 * start completes the purge, and housekeeping removes unnamed media.
 *
 * @param at - time of the purge, in ms since 1970.
 */
export async function purgeExecution(
  { actor, purges, journal, media, cause, orderedBy }: PurgeServices,
  executionId: string,
  at: number,
): Promise<PurgeOutcome['kind']> {
  requireAct(actor, 'execution.purge');
  const found = await purges.checkPurge(executionId, at);
  if (found !== 'purgeable') return found;
  await journal.note({ executionId, at });
  const outcome = await purges.purge(executionId, at, actor, {
    ...(cause && { cause }),
    ...(orderedBy && { orderedBy: nameOfActor(orderedBy) }),
  });
  if (outcome.kind === 'purged') for (const ref of outcome.mediaRefs) await media.delete(ref);
  return outcome.kind;
}
