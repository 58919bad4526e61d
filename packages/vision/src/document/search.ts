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

/** A quad found by a search, with features that score it. */
export interface Fit {
  readonly quad: Quad;
  /**
   * {@link FIT_FEATURES} numbers: those of the refined quad, presence in the first and in this look, and the logarithms of how
   * far this look moved the guess and the edges moved this look's result.
   */
  readonly features: readonly number[];
}

export const FIT_FEATURES = REFINED_FEATURES + 4;

/** Longer side of the frame in the first look, px. */
const GLANCE = 160;

/** Size of the straightened piece in a closer look, px, and its margin on each side as a share. */
export const CLOSE = { width: 112, height: 80 } as const;
export const AROUND = 0.17;

/** Number of closer looks. The second starts from the result of the first. */
export const LOOKS = 2;

/** Maximum distance of edges from the guess, px, in the first and second pass: for clear sides and for faint ones. */
const RADII = [
  [2, 2],
  [4, 2],
  [8, 3],
] as const;

/**
 * Views of a picture, by the order of its corners: unchanged, mirrored, rotated by 180°, and both. A document that the net
 * misses in one view is often found in another.
 */
const VIEWS = [
  [0, 1, 2, 3],
  [1, 0, 3, 2],
  [2, 3, 0, 1],
  [3, 2, 1, 0],
] as const;

/** Searches frames of one size for documents. */
export interface Search {
  /** Searches a frame. Yields the result of each closer look until the caller stops or no view is left. */
  whole(frame: RgbaImage): Iterable<readonly Fit[]>;
  /** Looks once at the assumed position of a document. It costs a third of a search, and ignores the rest of the frame. */
  near(frame: RgbaImage, quad: Quad): readonly Fit[];
}

/** Prepares to search frames of one size. */
export function createSearch(net: CornerNet, size: { widthPx: number; heightPx: number }): Search {
  const glance = createLook(net, glanceSize(size), 0);
  const lookAgain = createLook(net, CLOSE, AROUND);

  /** Fits edges to the corners estimated by a look at `start`. */
  function fitEdges(
    refine: ReturnType<typeof createRefiner>,
    start: Quad,
    guess: CornerGuess | null,
    firstGuess = guess,
  ): readonly Fit[] | null {
    const quad = guess && clockwise(guess.quad);
    if (!quad || !isConvexQuad(quad)) return null;
    const unit = Math.sqrt(quadArea(quad));
    const logDistance = (other: Quad): number =>
      Math.log(0.02 + farthestCorner(turnTowards(other, quad), quad) / unit);
    const fits: Fit[] = [];
    for (const radii of RADII) {
      const fit = refine(quad, radii);
      if (!fit) continue;
      fits.push({
        quad: fit.quad,
        features: [
          ...fit.features,
          firstGuess!.presence,
          guess!.presence,
          logDistance(start),
          logDistance(fit.quad),
        ],
      });
    }
    return fits;
  }

  return {
    *whole(frame) {
      const refine = createRefiner(frame);
      const around = pictureCorners(frame);
      for (const view of VIEWS) {
        const first = glance(frame, applyView(around, view));
        let guess = first;
        for (let look = 0; guess && look < LOOKS; look++) {
          const start = fromLongSide(clockwise(guess.quad));
          guess = lookAgain(frame, applyView(start, view));
          const fits = fitEdges(refine, start, guess, first);
          yield fits ?? [];
          if (!fits) break;
        }
      }
    },
    near(frame, quad) {
      const start = fromLongSide(clockwise(quad));
      return fitEdges(createRefiner(frame), start, lookAgain(frame, start)) ?? [];
    },
  };
}

function applyView(quad: Quad, view: (typeof VIEWS)[number]): Quad {
  return mapCorners(quad, (_, index) => quad[view[index]!]!);
}

/** Returns the size of the whole frame in the first look, px. */
export function glanceSize({ widthPx, heightPx }: { widthPx: number; heightPx: number }): {
  width: number;
  height: number;
} {
  const scale = GLANCE / Math.max(widthPx, heightPx);
  return { width: Math.round(widthPx * scale), height: Math.round(heightPx * scale) };
}

/** Rotates the corner order to start with a long side, so that the straightened piece is wider than high. */
export function fromLongSide(quad: Quad): Quad {
  const [top, right] = sideLengths(quad);
  return top >= right ? quad : mapCorners(quad, (_, index) => quad[(index + 1) % 4]!);
}
