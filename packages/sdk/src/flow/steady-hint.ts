import type { CaptureHint } from './screen.ts';

/** The displayed hint, and the one that may replace it. */
export interface SteadyHint<Hint extends string = CaptureHint> {
  readonly shown: Hint;
  readonly shownSinceMs: number;
  /** Hint of the last frame; null if it equals the displayed one. */
  readonly rival: Hint | null;
}

/** Minimum display time of a hint, in ms: half a second is too short to read two words and act. */
export const minHintMs = 800;

export function firstHint(nowMs: number): SteadyHint {
  return { shown: 'looking', shownSinceMs: nowMs, rival: null };
}

/**
 * Returns the hint after one more frame, without flicker: another hint must be found in two frames in a row, since a single one
 * may be caused by the autofocus.
 *
 * `hold-still` ends without the minimum time and even if the two hints differ, because the countdown to the picture must not
 * continue over faults.
 */
export function steadyHint<Hint extends string>(
  hint: SteadyHint<Hint>,
  found: NoInfer<Hint>,
  nowMs: number,
): SteadyHint<Hint> {
  const { shown, shownSinceMs, rival } = hint;
  if (found === shown) return { ...hint, rival: null };
  const isDue =
    shown === 'hold-still' ? rival !== null : found === rival && nowMs - shownSinceMs >= minHintMs;
  return isDue ? { shown: found, shownSinceMs: nowMs, rival: null } : { ...hint, rival: found };
}
