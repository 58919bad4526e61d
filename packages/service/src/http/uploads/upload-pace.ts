import type { ElapsedMs } from '../../clock.ts';

/** The least pace that is asked for while there is plenty of room, in bytes a second: a quarter of a bad mobile network's. */
export const leastPace = 2_000;

/** Required pace when nothing is left, in bytes per second. */
export const mostPace = 64_000;

/** The pace that is asked for rises once this share of the room is taken. */
const scarceFrom = 0.75;

/** The pace of an upload is that of the last 10 to 20 seconds, in ms: a halt or a burst before them says nothing of now. */
const windowMs = 10_000;

/** Bytes credited to a new upload, so that it is not slow before its first bytes can arrive. */
const creditBytes = 64 * 1024;

/**
 * Returns the required pace in bytes per second while others need memory: from the least pace with plenty of memory to the most
 * as it fills up.
 *
 * @param fullness - share of the memory in use, from 0 to 1.
 */
export function requiredPace(fullness: number): number {
  const scarcity = Math.min(1, Math.max(0, (fullness - scarceFrom) / (1 - scarceFrom)));
  return scarcity === 0 ? 0 : leastPace * (mostPace / leastPace) ** scarcity;
}

/** Current pace of an upload. */
export interface UploadPace {
  /** Notes bytes that came. */
  note(bytes: number): void;
  /** Bytes a second. */
  measured(): number;
  /** Bytes a second, with the credit that a new upload has. */
  credited(): number;
}

export function createUploadPace(elapsed: ElapsedMs): UploadPace {
  const bornAt = elapsed();
  let since = { at: bornAt, bytes: 0 };
  let mark = since;
  let bytes = 0;
  const pace = (credit: number) => {
    const now = elapsed();
    const credited = since.at === bornAt ? credit : 0;
    return ((bytes - since.bytes + credited) * 1_000) / Math.max(1, now - since.at);
  };
  return {
    note(count) {
      const now = elapsed();
      if (now - mark.at >= windowMs) {
        since = mark;
        mark = { at: now, bytes };
      }
      bytes += count;
    },
    measured: () => pace(0),
    credited: () => pace(creditBytes),
  };
}
