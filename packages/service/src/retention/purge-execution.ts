import { type Actor, nameOfActor } from '../access/actor.ts';
import { requireAct } from '../access/find-obstacle.ts';
import type { MediaStore } from '../media/media-store.ts';
import type { PurgeCause } from './pending-erasures.ts';
import type { PurgeJournal } from './purge-journal.ts';
import type { PurgeOutcome, PurgeStore } from './purge-store.ts';

export interface PurgeServices {
  /** The one who does it. */
  readonly actor: Actor;
  readonly purges: PurgeStore;
  readonly journal: PurgeJournal;
  readonly media: Pick<MediaStore, 'delete'>;
  /** Why, where the actor does not tell. */
  readonly cause?: PurgeCause;
  /** The one who asked the actor for it. */
  readonly orderedBy?: Actor;
}

/** Called with each execution that could not be purged. The others are purged all the same. */
export type TellUnpurged = (executionId: string, error: unknown) => void;

/**
 * Removes all personal data of an execution, for good. A crash in between leaves nothing half purged: the journal has it
 * first, so that the next start goes on, and media that nothing names are swept up by housekeeping.
 *
 * @param at - when it is purged, in ms since 1970.
 */
export async function purgeExecution(
  { actor, purges, journal, media, cause, orderedBy }: PurgeServices,
  executionId: string,
  at: number,
): Promise<PurgeOutcome['kind']> {
  requireAct(actor, 'execution.purge');
  const found = await purges.look(executionId, at);
  if (found !== 'purgeable') return found;
  await journal.note({ executionId, at });
  const outcome = await purges.purge(executionId, at, actor, {
    ...(cause && { cause }),
    ...(orderedBy && { orderedBy: nameOfActor(orderedBy) }),
  });
  if (outcome.kind === 'purged') for (const ref of outcome.mediaRefs) await media.delete(ref);
  return outcome.kind;
}
