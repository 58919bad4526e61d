import type { CaptureSlot } from '@vendor/contract';
import { likenessOfSides, type SideLook } from '@vendor/vision';
import type { Analyser } from '../../session/ports.ts';
import { measureSideLook } from './side-look.ts';

/** Memory kept from one visit to the camera to the next. */
export interface SeenSides {
  /** How the front looked when it could be taken last. */
  front?: SideLook;
}

/** Likeness of two looks at one side; how it was measured: `docs/licences.md`. */
const sameSide = 0.5;

/** A card whose sides are alike may be taken after all, in ms: long enough to read the hint and turn it. */
const patienceMs = 12_000;

/**
 * An analyser that tells to turn the card over where its front is held into the camera again. Only what may be taken is looked
 * at, so that everything that is more pressing is told first; the shutter takes what it is pressed for.
 *
 * @param now - milliseconds on a clock that never goes back.
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
      // The pixels are handed over with the frame. The first steady one goes unseen: the next ones are told of in time.
      const copy = isSteady ? { data: data.slice(), width, height } : null;
      const found = await analyser.analyse(frame, subject);
      isSteady = found.hint === 'hold-still';
      const look = copy && isSteady && found.outline && measureSideLook(copy, found.outline);
      if (!look) return found;
      if (slot.endsWith('front')) seen.front = look;
      else if (slot.endsWith('back') && seen.front) {
        // Another side in between: what is shown after it was not shown all the while.
        sameSinceMs = likenessOfSides(seen.front, look) > sameSide ? (sameSinceMs ?? now()) : null;
        if (sameSinceMs !== null && now() - sameSinceMs < patienceMs) return { ...found, hint: 'turn-over' };
      }
      return found;
    },
    dispose: () => analyser.dispose(),
  };
}
