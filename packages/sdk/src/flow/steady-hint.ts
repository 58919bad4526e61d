import type { CaptureHint } from './screen.ts';

/** The hint on the screen, and the one that would like to take its place. */
export interface SteadyHint<Hint extends string = CaptureHint> {
  readonly shown: Hint;
  readonly shownSinceMs: number;
  readonly rival: Hint | null;
  /** In how many frames in a row the rival was found. */
  readonly rivalFrames: number;
}

/** A hint stays at least this long: half a second is too short to read two words and act. */
export const leastHintMs = 800;

/** A rival must be found in so many frames in a row: a single frame may be a blink of the autofocus. */
const leastRivalFrames = 2;

export function firstHint(nowMs: number): SteadyHint {
  return { shown: 'looking', shownSinceMs: nowMs, rival: null, rivalFrames: 0 };
}

/**
 * The hint after one more frame, without flicker.
 *
 * Leaving `hold-still` needs no waiting time: the countdown to the picture must not run on over a fault.
 */
export function steadyHint<Hint extends string>(
  hint: SteadyHint<Hint>,
  found: NoInfer<Hint>,
  nowMs: number,
): SteadyHint<Hint> {
  if (found === hint.shown) return { ...hint, rival: null, rivalFrames: 0 };
  const rivalFrames = found === hint.rival ? hint.rivalFrames + 1 : 1;
  const waited = hint.shown === 'hold-still' || nowMs - hint.shownSinceMs >= leastHintMs;
  if (waited && rivalFrames >= leastRivalFrames) {
    return { shown: found, shownSinceMs: nowMs, rival: null, rivalFrames: 0 };
  }
  return { ...hint, rival: found, rivalFrames };
}
