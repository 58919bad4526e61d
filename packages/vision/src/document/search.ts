import type { RgbaImage } from '../image.ts';
import {
  clockwise,
  farthestCorner,
  isConvexQuad,
  mapCorners,
  pictureCorners,
  type Quad,
  quadArea,
  sideLengths,
  turnTowards,
} from '../quad.ts';
import type { CornerGuess, CornerNet } from './corner-net.ts';
import { createLook } from './look.ts';
import { createRefiner, REFINED_FEATURES } from './refine.ts';

/** A quad that a search has found, with features that score it. */
export interface Fit {
  readonly quad: Quad;
  /**
   * {@link FIT_FEATURES} numbers: those of the refined quad, presence at a glance and at this look, and by how much this look moved
   * the guess and the edges moved the look (logarithms).
   */
  readonly features: readonly number[];
}

export const FIT_FEATURES = REFINED_FEATURES + 4;

/** Longer side of the frame in the first look, px. */
const GLANCE = 160;

/** How a document is looked at again: lying across, and with how much around it. */
export const CLOSE = { width: 112, height: 80 } as const;
export const AROUND = 0.17;

/** Number of closer looks. The second starts from the result of the first. */
export const LOOKS = 2;

/** How far from the guess, px, edges are looked for, first and then again: sides that are seen, and sides that are hardly seen. */
const RADII = [
  [2, 2],
  [4, 2],
  [8, 3],
] as const;

/**
 * Views of a picture, by the order of its corners: unchanged, mirrored, upside down, and both. A document that the net misses in
 * one view is often found in another.
 */
const VIEWS = [
  [0, 1, 2, 3],
  [1, 0, 3, 2],
  [2, 3, 0, 1],
  [3, 2, 1, 0],
] as const;

/** Looks for documents in frames of one size. */
export interface Search {
  /** Searches a frame. Yields the result of each look until the caller stops or no view is left. */
  whole(frame: RgbaImage): Iterable<readonly Fit[]>;
  /** Looks once at the assumed position of a document. It costs a third of a search, and ignores the rest of the frame. */
  near(frame: RgbaImage, quad: Quad): readonly Fit[];
}

/** Prepares to search frames of one size. */
export function createSearch(net: CornerNet, size: { widthPx: number; heightPx: number }): Search {
  const glance = createLook(net, glanceSize(size), 0);
  const lookAgain = createLook(net, CLOSE, AROUND);

  /** Fits edges to the corners that a look at `start` gives. */
  function fitsOf(
    refine: ReturnType<typeof createRefiner>,
    start: Quad,
    guess: CornerGuess | null,
    glanced = guess,
  ): readonly Fit[] | null {
    const quad = guess && clockwise(guess.quad);
    if (!quad || !isConvexQuad(quad)) return null;
    const unit = Math.sqrt(quadArea(quad));
    const apart = (other: Quad): number =>
      Math.log(0.02 + farthestCorner(turnTowards(other, quad), quad) / unit);
    const fits: Fit[] = [];
    for (const radii of RADII) {
      const fit = refine(quad, radii);
      if (!fit) continue;
      fits.push({
        quad: fit.quad,
        features: [...fit.features, glanced!.presence, guess!.presence, apart(start), apart(fit.quad)],
      });
    }
    return fits;
  }

  return {
    *whole(frame) {
      const refine = createRefiner(frame);
      const around = pictureCorners(frame);
      for (const view of VIEWS) {
        const first = glance(frame, turned(around, view));
        let guess = first;
        for (let look = 0; guess && look < LOOKS; look++) {
          const start = fromLongSide(clockwise(guess.quad));
          guess = lookAgain(frame, turned(start, view));
          const fits = fitsOf(refine, start, guess, first);
          yield fits ?? [];
          if (!fits) break;
        }
      }
    },
    near(frame, quad) {
      const start = fromLongSide(clockwise(quad));
      return fitsOf(createRefiner(frame), start, lookAgain(frame, start)) ?? [];
    },
  };
}

function turned(quad: Quad, view: (typeof VIEWS)[number]): Quad {
  return mapCorners(quad, (_, index) => quad[view[index]!]!);
}

/** The size at which a whole frame is looked at first, px. */
export function glanceSize({ widthPx, heightPx }: { widthPx: number; heightPx: number }): {
  width: number;
  height: number;
} {
  const scale = GLANCE / Math.max(widthPx, heightPx);
  return { width: Math.round(widthPx * scale), height: Math.round(heightPx * scale) };
}

/** Returns the same corners clockwise from the start of a long side, so that the straightened piece is wider than high. */
export function fromLongSide(quad: Quad): Quad {
  const [top, right] = sideLengths(quad);
  return top >= right ? quad : mapCorners(quad, (_, index) => quad[(index + 1) % 4]!);
}
