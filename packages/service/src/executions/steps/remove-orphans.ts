import type { ExecutionServices } from '../execution-services.ts';

/** Media older than this that no capture names were left by a crash between the file and the row. */
const orphanAgeMs = 60 * 60 * 1000;

/**
 * How long after its file a capture's row may follow. Well below {@link orphanAgeMs}, so that no file is taken for an
 * orphan whose row is still to come, though the machine slept in between.
 */
export const rowFollowsWithinMs = orphanAgeMs / 2;

/** Removes media that no capture names, and what was left half written. @returns how many references are gone. */
export async function removeOrphans(
  { store, media, clock }: Pick<ExecutionServices, 'store' | 'media' | 'clock'>,
  signal: AbortSignal,
): Promise<number> {
  const before = clock.now() - orphanAgeMs;
  await media.clearUnfinished(before);
  let removed = 0;
  for await (const refs of media.list()) {
    signal.throwIfAborted();
    const named = await store.namedMedia(refs);
    for (const ref of refs.filter((candidate) => !named.has(candidate))) {
      const putAt = await media.putAt(ref);
      if (putAt === null || putAt >= before) continue;
      await media.delete(ref);
      removed += 1;
    }
  }
  return removed;
}
