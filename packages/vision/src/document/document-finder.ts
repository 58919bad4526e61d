import type { RgbaImage } from '../image.ts';
import { orderLandscapeQuad, type Quad } from '../quad.ts';
import { findCandidates } from './candidates.ts';
import { createEdgeMapper, type EdgeMap } from './edge-map.ts';
import { createLineFinder } from './find-lines.ts';
import type { FinderNets } from './finder-nets.ts';
import { FINDER_NETS } from './finder-weights.ts';
import { rankCandidates } from './rank.ts';
import { createRefiner } from './refine.ts';
import { type RefinedCandidate, refineBest } from './refine-best.ts';
import { probability } from './score-net.ts';

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
   * Looks for a document near where it was a frame before; about a tenth of the cost of a search.
   *
   * @param previous - the document in the frame before; its corners may be moved on by the caller's guess.
   */
  track(frame: RgbaImage, previous: FoundDocument): FoundDocument | null;
}

/** How a search goes on, and what was learned for it. */
export interface SearchWay {
  readonly nets: FinderNets;
  /** Adds to what was fitted by lines; without it a search ends there. */
  readonly goOn?: (fits: RefinedCandidate[], map: EdgeMap, frame: RgbaImage) => RefinedCandidate[];
}

/** The smallest frame with room for a document; anything smaller holds none. */
const LEAST_SIDE_PX = 64;

/** A hand moves a document by some pixels from one frame to the next. */
const TRACK_RADII = [12, 4] as const;

/** How likely a fit is right counts this much more than its rank, which only knows the candidate and settles what is close. */
const ACCEPT_SHARE = 4;

/**
 * Makes a finder. The work per frame is bounded by its size; 320 × 180 or 180 × 320 is what it is made for, larger frames
 * cost in proportion and find no more.
 *
 * @param size - of all frames, px. Frames of another size, or too small to hold a document, give null.
 * @param way - how to search; `THOROUGH_SEARCH` finds more of the documents of which one side is not seen. It is handed in
 *   so that a page, where bytes are dear, can do without.
 * @example
 * ```ts
 * const finder = createDocumentFinder({ widthPx: 320, heightPx: 180 });
 * const found = finder.find(downscale(frame, { widthPx: 320, heightPx: 180 }));
 * ```
 */
export function createDocumentFinder(
  size: { widthPx: number; heightPx: number },
  way: SearchWay = { nets: FINDER_NETS },
): DocumentFinder {
  if (!(size.widthPx >= LEAST_SIDE_PX && size.heightPx >= LEAST_SIDE_PX)) {
    return { find: () => null, track: () => null };
  }
  const fits = (frame: RgbaImage): boolean =>
    frame.width === size.widthPx &&
    frame.height === size.heightPx &&
    frame.data.length >= frame.width * frame.height * 4;
  const search = createSearch(size, way);
  return {
    find(frame) {
      if (!fits(frame)) return null;
      const chosen = chooseFit(search(frame));
      return chosen && asFound(chosen.refined.quad, chosen.logit);
    },
    track(frame, previous) {
      if (!fits(frame) || !previous.quad.every(({ x, y }) => Number.isFinite(x + y))) return null;
      const refined = createRefiner(frame)(previous.quad, TRACK_RADII);
      return refined && asFound(refined.quad, way.nets.track(refined.features));
    },
  };
}

/** All of a search but the choice among what was found. */
function createSearch(
  size: { widthPx: number; heightPx: number },
  { nets, goOn }: SearchWay,
): (frame: RgbaImage) => RefinedCandidate[] {
  const mapEdges = createEdgeMapper(size.widthPx, size.heightPx);
  const findLines = createLineFinder(size.widthPx >> 1, size.heightPx >> 1);
  return (frame) => {
    const map = mapEdges(frame);
    const candidates = findCandidates(findLines(map), map);
    const fits = refineBest(rankCandidates(candidates, map, nets.lines, nets.contrast), frame, nets.search);
    return goOn ? goOn(fits, map, frame) : fits;
  };
}

/** The one that is most likely right. */
function chooseFit(fits: readonly RefinedCandidate[]): RefinedCandidate | null {
  const value = ({ logit, candidate }: RefinedCandidate): number => ACCEPT_SHARE * logit + candidate.score;
  return [...fits].sort((a, b) => value(b) - value(a))[0] ?? null;
}

function asFound(quad: Quad, logit: number): FoundDocument {
  return { quad: orderLandscapeQuad(quad), confidence: probability(logit) };
}
