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
  /**
   * Corners in frame pixels. The first side is the long side that faces up. Print is ignored, so the document may be upside
   * down.
   */
  readonly quad: Quad;
  /**
   * Probability that the quad is right, 0 to 1. Guide the user from 0.5 on. Take a picture automatically only at 0.7 or more in
   * several frames.
   */
  readonly confidence: number;
}

/** Finds cards and passport pages in frames of one size. Not reentrant, because buffers are shared. */
export interface DocumentFinder {
  /**
   * Searches a whole frame.
   *
   * @returns the best quad, even if it is unlikely (see its confidence); null if there is no quad at all.
   */
  find(frame: RgbaImage): FoundDocument | null;
  /**
   * Searches near the position in the previous frame. It costs 3 % of a search of the whole frame.
   *
   * @param previous - the document in the previous frame. The caller may have moved its corners to where it expects them now.
   */
  track(frame: RgbaImage, previous: FoundDocument): FoundDocument | null;
  /**
   * Verifies with the corner net that the edges of a tracked document are its own. It costs a third of a search of the whole
   * frame.
   *
   * @param followed - its assumed position in this frame.
   */
  lookAgain(frame: RgbaImage, followed: FoundDocument): FoundDocument | null;
}

/** Minimum size of a frame. */
const MIN_SIDE_PX = 64;

/** Search radii around the previous position, because a hand moves a document by some pixels between frames. */
const TRACK_RADII = [12, 4] as const;

/** Log-odds (95 %) from which a fit is accepted without another look. */
const SURE = 3;

/**
 * Log-odds (2 %) below which the search ends after the first look, so that a frame without a document costs no more than one
 * with a document.
 */
const UNLIKELY = -4;

/**
 * Creates a finder for frames of 320 × 180 px or 180 × 320. Larger frames cost hardly more, because they are scaled to one
 * size, but find less: edges are searched within 2 to 8 px of the frame.
 *
 * @param size - of all frames, px. Frames of another size, or too small to hold a document, return null.
 * @param net - corner net: `CORNER_NET`. It is a parameter so that a page can load it as a separate file.
 * @param nets - score the fits. Training uses other nets.
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
  if (!(size.widthPx >= MIN_SIDE_PX && size.heightPx >= MIN_SIDE_PX)) {
    return { find: () => null, track: () => null, lookAgain: () => null };
  }
  const fits = (frame: RgbaImage): boolean =>
    frame.width === size.widthPx &&
    frame.height === size.heightPx &&
    frame.data.length >= frame.width * frame.height * 4;
  const search = createSearch(unpackCornerNet(net), size);

  /** Returns the most likely fit of several looks. */
  function findLikeliest(looks: Iterable<readonly Fit[]>): FoundDocument | null {
    let best: Quad | null = null;
    let most = Number.NEGATIVE_INFINITY;
    for (const found of looks) {
      for (const { quad, features } of found) {
        const logit = nets.search(features);
        if (logit > most) [best, most] = [quad, logit];
      }
      if (most > SURE || most < UNLIKELY) break;
    }
    return best && toFoundDocument(best, most);
  }

  return {
    find: (frame) => (fits(frame) ? findLikeliest(search.whole(frame)) : null),
    lookAgain: (frame, { quad }) => (fits(frame) ? findLikeliest([search.near(frame, quad)]) : null),
    track(frame, previous) {
      if (!fits(frame) || !previous.quad.every(({ x, y }) => Number.isFinite(x + y))) return null;
      const refined = createRefiner(frame)(previous.quad, TRACK_RADII);
      return refined && toFoundDocument(refined.quad, nets.track(refined.features));
    },
  };
}

function toFoundDocument(quad: Quad, logit: number): FoundDocument {
  return { quad: orderLandscapeQuad(quad), confidence: probability(logit) };
}
