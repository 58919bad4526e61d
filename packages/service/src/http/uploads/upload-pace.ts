import type { ElapsedMs } from '../../clock.ts';

/** Required pace when room begins to be scarce, in bytes per second: a quarter of the rate of a bad mobile network. */
export const minPace = 2_000;

/** Required pace when nothing is left, in bytes per second. */
export const maxPace = 64_000;

/** Share of the room in use above which the required pace rises. */
const scarceFrom = 0.75;

/**
 * Window in ms: the pace of an upload is measured over its last 10 to 20 seconds, because older pauses and bursts say nothing
 * about now.
 */
const windowMs = 10_000;

/** Bytes credited to a new upload, so that it does not count as slow before its first bytes can arrive. */
const creditBytes = 64 * 1024;

/**
 * Returns the pace below which an upload may be ended when another needs room, in bytes per second: 0 up to three quarters of
 * the room, then rising exponentially from {@link minPace} to {@link maxPace}.
 *
 * @param fullness - share of the room in use, from 0 to 1.
 */
export function requiredPace(fullness: number): number {
  const scarcity = Math.min(1, Math.max(0, (fullness - scarceFrom) / (1 - scarceFrom)));
  return scarcity === 0 ? 0 : minPace * (maxPace / minPace) ** scarcity;
}

/** Current pace of an upload. */
export interface UploadPace {
  /** Counts received bytes. */
  note(bytes: number): void;
  /** Returns the measured pace, in bytes per second. */
  measured(): number;
  /** Returns the pace including the credit of a new upload, in bytes per second. */
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
