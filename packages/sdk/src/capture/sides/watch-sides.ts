import type { CaptureSlot } from '@vendor/contract';
import { likenessOfSides, type SideLook } from '@vendor/vision';
import type { Analyser } from '../../session/ports.ts';
import { measureSideLook } from './side-look.ts';

/** Sides seen in earlier visits to the camera. */
export interface SeenSides {
  /** Appearance of the front in its last capturable frame. */
  front?: SideLook;
}

/** Likeness above which two appearances count as the same side; `docs/licences.md` explains the measurement. */
const sameSide = 0.5;

/** Time after which a card with similar sides is captured anyway, in ms: long enough to read the hint and turn the card. */
const acceptAfterMs = 12_000;

/**
 * Wraps an analyser so that it asks to turn the card over if its front is shown again for the back. Only examines frames that
 * could be captured, so more urgent hints come first; the shutter is not affected.
 *
 * @param now - monotonic time in ms.
 */
export function watchSides(
  analyser: Analyser,
  slot: CaptureSlot,
  seen: SeenSides,
  now: () => number = () => performance.now(),
): Analyser {
  let isSteady = false;
  let sameSinceMs: number | null = null;
  return {
    async analyse(frame, subject) {
      const { data, width, height } = frame.picture;
      // Copies the frame's pixels, because they are transferred to the worker. The first steady frame is skipped; later ones
      // are early enough.
      const copy = isSteady ? { data: data.slice(), width, height } : null;
      const found = await analyser.analyse(frame, subject);
      isSteady = found.hint === 'hold-still';
      const look = copy && isSteady && found.outline && measureSideLook(copy, found.outline);
      if (!look) return found;
      if (slot.endsWith('front')) seen.front = look;
      else if (slot.endsWith('back') && seen.front) {
        // Restarts the time after another side was shown.
        sameSinceMs = likenessOfSides(seen.front, look) > sameSide ? (sameSinceMs ?? now()) : null;
        if (sameSinceMs !== null && now() - sameSinceMs < acceptAfterMs)
          return { ...found, hint: 'turn-over' };
      }
      return found;
    },
    dispose: () => analyser.dispose(),
  };
}
