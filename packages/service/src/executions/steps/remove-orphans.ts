import type { ExecutionServices } from '../execution-services.ts';

/**
 * Minimum age in ms of media to remove. Unreferenced media of this age were left by a crash after the file was stored and
 * before its row was.
 */
const orphanAgeMs = 60 * 60 * 1000;

/**
 * Maximum time in ms between storing a file and storing its capture's row. Well below {@link orphanAgeMs}, so that a file whose
 * row is still to be stored is not considered an orphan even if the machine slept in between.
 */
export const rowFollowsWithinMs = orphanAgeMs / 2;

/** Number of orphans that are removed without confirmation in any case. */
const minAllowance = 100;
/** Divisor of the number of all media: up to 1 % is removed without confirmation. */
const allowanceDivisor = 100;
/** Maximum number removed per round, because the list is held in memory. The rest waits for the next round. */
const maxPerRound = 100_000;

/** Media without a capture, too many to be removed without confirmation by an operator. */
export interface OrphanHold {
  readonly orphans: number;
  /** Number of all media. */
  readonly objects: number;
  readonly foundAt: number;
  /** Up to this number, orphans are removed without a confirmation. It stays as in the first round, whatever is uploaded since. */
  readonly allowance: number;
  readonly isConfirmed: boolean;
}

/** Stores the hold that awaits an operator's confirmation. */
export interface OrphanHolds {
  find(): Promise<OrphanHold | null>;
  /** Replaces the previous hold with an unconfirmed one. */
  put(hold: Omit<OrphanHold, 'isConfirmed'>): Promise<void>;
  end(): Promise<void>;
}

/** Services needed to remove orphaned media. */
export type OrphanServices = Pick<ExecutionServices, 'store' | 'media' | 'clock'> & {
  readonly holds: OrphanHolds;
  /** Called in each round that removes nothing because an operator has to confirm the removal. */
  onHeld?(hold: Omit<OrphanHold, 'isConfirmed'>): void;
};

/**
 * Removes media without a capture, and unfinished files. If there are more than 100 orphans and more than 1 % of all media,
 * nothing is removed until an operator confirms it, because the database may be older than the media. More media do not end
 * that, because the operator may still restore a newer database.
 *
 * @returns the number of removed media.
 */
export async function removeOrphans(services: OrphanServices, signal: AbortSignal): Promise<number> {
  const { media, clock, holds, onHeld } = services;
  const before = clock.now() - orphanAgeMs;
  await media.clearUnfinished(before);
  const { orphans, count, objects } = await findOrphans(services, before, signal);
  const hold = await holds.find();
  const isWaiting = hold !== null && !hold.isConfirmed;
  const allowance = isWaiting ? hold.allowance : allowanceOf(objects);
  if (count > allowance + (hold?.isConfirmed ? hold.orphans : 0)) {
    const held = { orphans: count, objects, foundAt: clock.now(), allowance };
    await holds.put(held);
    onHeld?.(held);
    return 0;
  }
  for (const ref of orphans) {
    signal.throwIfAborted();
    await media.delete(ref);
  }
  if (hold !== null && count === orphans.length) await holds.end();
  return orphans.length;
}

/** Returns how many orphans are removed without confirmation, given the number of all media. */
export function allowanceOf(objects: number): number {
  return Math.max(minAllowance, Math.floor(objects / allowanceDivisor));
}

async function findOrphans(
  { store, media }: Pick<OrphanServices, 'store' | 'media'>,
  before: number,
  signal: AbortSignal,
): Promise<{ orphans: string[]; count: number; objects: number }> {
  const orphans: string[] = [];
  let [count, objects] = [0, 0];
  for await (const refs of media.list()) {
    signal.throwIfAborted();
    objects += refs.length;
    const named = await store.namedMedia(refs);
    for (const ref of refs.filter((candidate) => !named.has(candidate))) {
      const putAt = await media.putAt(ref);
      if (putAt === null || putAt >= before) continue;
      count += 1;
      if (orphans.length < maxPerRound) orphans.push(ref);
    }
  }
  return { orphans, count, objects };
}
