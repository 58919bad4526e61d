import type { ExecutionServices } from '../execution-services.ts';

/** Media older than this that no capture names were left by a crash between the file and the row. */
const orphanAgeMs = 60 * 60 * 1000;

/**
 * How long after its file a capture's row may follow. Well below {@link orphanAgeMs}, so that no file is taken for an
 * orphan whose row is still to come, though the machine slept in between.
 */
export const rowFollowsWithinMs = orphanAgeMs / 2;

/** Fewer media are removed without asking. */
const fewest = 100;
/** One in so many is 1 %. */
const shareOfAll = 100;
/** More wait for the next round: the list is kept in memory. */
const mostPerRound = 100_000;

/** Media that no capture names, and that are too many to be removed without an operator's word. */
export interface OrphanHold {
  readonly orphans: number;
  /** All media that there were. */
  readonly objects: number;
  readonly foundAt: number;
  readonly isConfirmed: boolean;
}

/** Store of what waits for an operator. */
export interface OrphanHolds {
  find(): Promise<OrphanHold | null>;
  /** Puts a hold that nobody confirmed in place of the one before. */
  put(hold: Omit<OrphanHold, 'isConfirmed'>): Promise<void>;
  end(): Promise<void>;
}

/** Services that remove media. */
export type OrphanServices = Pick<ExecutionServices, 'store' | 'media' | 'clock'> & {
  readonly holds: OrphanHolds;
  /** Called in each round that removes nothing, as an operator has to confirm it. */
  onHeld?(hold: Omit<OrphanHold, 'isConfirmed'>): void;
};

/**
 * Removes media that no capture names, and what was left half written. More than a hundred of them that are over 1 % of all wait until an
 * operator confirms them: the database may be older than the media.
 *
 * @returns how many references are gone.
 */
export async function removeOrphans(services: OrphanServices, signal: AbortSignal): Promise<number> {
  const { media, clock, holds, onHeld } = services;
  const before = clock.now() - orphanAgeMs;
  await media.clearUnfinished(before);
  const { orphans, count, objects } = await findOrphans(services, before, signal);
  const hold = await holds.find();
  const usual = Math.max(fewest, objects / shareOfAll);
  if (count > usual + (hold?.isConfirmed ? hold.orphans : 0)) {
    const held = { orphans: count, objects, foundAt: clock.now() };
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
      if (orphans.length < mostPerRound) orphans.push(ref);
    }
  }
  return { orphans, count, objects };
}
