import type { RgbaImage } from '../image.ts';
import { orderLandscapeQuad, type Quad } from '../quad.ts';
import type { FinderNets } from './finder-nets.ts';
import { FINDER_NETS } from './finder-weights.ts';
import { type PackedCornerNet, unpackCornerNet } from './packed-corner-net.ts';
import { createRefiner } from './refine.ts';
import { probability } from './score-net.ts';
import { createSearch, type Fit } from './search.ts';

/** A document in a frame. */
export interface FoundDocument {
  /** Its corners in frame pixels. The first side is the long one that faces up; what is printed was not looked at. */
  readonly quad: Quad;
  /**
   * How likely the quad is right, 0 to 1. Guide the user from 0.5 on; take a picture by itself only at 0.7 and more over
   * several frames.
   */
  readonly confidence: number;
}

/** Finds cards and passport pages in frames of one size. Not for use by two callers at once: buffers are shared. */
export interface DocumentFinder {
  /**
   * Searches a whole frame.
   *
   * @returns the best quad however unlikely, so that the caller sees its confidence; null when there is none at all.
   */
  find(frame: RgbaImage): FoundDocument | null;
  /**
   * Looks for a document near where it was a frame before; three hundredths of the cost of a search.
   *
   * @param previous - the document in the frame before; its corners may be moved on by the caller's guess.
   */
  track(frame: RgbaImage, previous: FoundDocument): FoundDocument | null;
  /**
   * Looks once more at a document that is followed by its edges, to see whether these are still its own; a third of the cost of a
   * search.
   *
   * @param followed - where it is taken to be in this frame.
   */
  lookAgain(frame: RgbaImage, followed: FoundDocument): FoundDocument | null;
}

/** The smallest frame with room for a document; anything smaller holds none. */
const LEAST_SIDE_PX = 64;

/** A hand moves a document by some pixels from one frame to the next. */
const TRACK_RADII = [12, 4] as const;

/** A fit this likely (logarithm of the odds, 95 %) is taken without another look. */
const SURE = 3;

/** When the first look gives nothing more likely than this (2 %), there is nothing: tables are no dearer than documents. */
const HOPELESS = -4;

/**
 * Makes a finder, for frames of 320 × 180 px or 180 × 320. Larger ones hardly cost more, for they are looked at in one size, and find
 * less: edges are looked for within 2 to 8 px of the frame.
 *
 * @param size - of all frames, px. Frames of another size, or too small to hold a document, give null.
 * @param net - sees corners: `CORNER_NET`. It is handed in so that a page can load it as a file of its own.
 * @param nets - judge what was found; training tries others.
 * @example
 * ```ts
 * const finder = createDocumentFinder({ widthPx: 320, heightPx: 180 }, CORNER_NET);
 * const found = finder.find(downscale(frame, { widthPx: 320, heightPx: 180 }));
 * ```
 */
export function createDocumentFinder(
  size: { widthPx: number; heightPx: number },
  net: PackedCornerNet,
  nets: FinderNets = FINDER_NETS,
): DocumentFinder {
  if (!(size.widthPx >= LEAST_SIDE_PX && size.heightPx >= LEAST_SIDE_PX)) {
    return { find: () => null, track: () => null, lookAgain: () => null };
  }
  const fits = (frame: RgbaImage): boolean =>
    frame.width === size.widthPx &&
    frame.height === size.heightPx &&
    frame.data.length >= frame.width * frame.height * 4;
  const search = createSearch(unpackCornerNet(net), size);

  /** The likeliest of what looks come to. */
  function likeliest(looks: Iterable<readonly Fit[]>): FoundDocument | null {
    let best: Quad | null = null;
    let most = Number.NEGATIVE_INFINITY;
    for (const found of looks) {
      for (const { quad, features } of found) {
        const logit = nets.search(features);
        if (logit > most) [best, most] = [quad, logit];
      }
      if (most > SURE || most < HOPELESS) break;
    }
    return best && asFound(best, most);
  }

  return {
    find: (frame) => (fits(frame) ? likeliest(search.whole(frame)) : null),
    lookAgain: (frame, { quad }) => (fits(frame) ? likeliest([search.near(frame, quad)]) : null),
    track(frame, previous) {
      if (!fits(frame) || !previous.quad.every(({ x, y }) => Number.isFinite(x + y))) return null;
      const refined = createRefiner(frame)(previous.quad, TRACK_RADII);
      return refined && asFound(refined.quad, nets.track(refined.features));
    },
  };
}

function asFound(quad: Quad, logit: number): FoundDocument {
  return { quad: orderLandscapeQuad(quad), confidence: probability(logit) };
}
