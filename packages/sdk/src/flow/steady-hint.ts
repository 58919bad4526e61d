import type { CaptureHint } from './screen.ts';

/** The hint on the screen, and the one that would like to take its place. */
export interface SteadyHint<Hint extends string = CaptureHint> {
  readonly shown: Hint;
  readonly shownSinceMs: number;
  /** Found in the last frame; null when that was the one that is shown. */
  readonly rival: Hint | null;
}

/** A hint stays at least this long: half a second is too short to read two words and act. */
export const leastHintMs = 800;

export function firstHint(nowMs: number): SteadyHint {
  return { shown: 'looking', shownSinceMs: nowMs, rival: null };
}

/**
 * The hint after one more frame, without flicker: a rival must be found in two frames in a row, since a single one may be a blink
 * of the autofocus.
 *
 * Leaving `hold-still` needs no waiting time, nor that the fault stays the same: the countdown to the picture must not run on over
 * faults.
 */
export function steadyHint<Hint extends string>(
  hint: SteadyHint<Hint>,
  found: NoInfer<Hint>,
  nowMs: number,
): SteadyHint<Hint> {
  const { shown, shownSinceMs, rival } = hint;
  if (found === shown) return { ...hint, rival: null };
  const isDue =
    shown === 'hold-still' ? rival !== null : found === rival && nowMs - shownSinceMs >= leastHintMs;
  return isDue ? { shown: found, shownSinceMs: nowMs, rival: null } : { ...hint, rival: found };
}
