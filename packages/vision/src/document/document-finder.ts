import type { RgbaImage } from '../image.ts';
import { orderLandscapeQuad, type Quad, scaleQuad } from '../quad.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import { createEdgeMapper } from './edge-map.ts';
import { createLineFinder } from './find-lines.ts';
import { FINDER_NETS } from './finder-weights.ts';
import { rankCandidates } from './rank.ts';
import { createRefiner, type RefinedQuad } from './refine.ts';
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

/** The smallest frame with room for a document; anything smaller holds none. */
const LEAST_SIDE_PX = 64;

/** Candidates that are fitted to the frame, and how many may be tried for them. */
const MOST_REFINED = 4;
const MOST_TRIED = 8;

/** A fit this likely (logarithm of the odds, 95 %) is taken without looking at the rest. */
const SURE = 3;

/** Candidates closer than this, px of the edge map, at every corner are the same. */
const SAME_CORNER = 2.5;

/** From half the size, corners are right to 2 px or so. */
const SEARCH_RADII = [4, 2] as const;

/** A hand moves a document by some pixels from one frame to the next. */
const TRACK_RADII = [12, 4] as const;

/** How likely a fit is right counts this much more than its rank, which only knows the candidate and settles what is close. */
const ACCEPT_SHARE = 4;

/**
 * Makes a finder. The work per frame is bounded by its size; 320 × 180 or 180 × 320 is what it is made for, larger frames
 * cost in proportion and find no more.
 *
 * @param size - of all frames, px. Frames of another size, or too small to hold a document, give null.
 * @example
 * ```ts
 * const finder = createDocumentFinder({ widthPx: 320, heightPx: 180 });
 * const found = finder.find(downscale(frame, { widthPx: 320, heightPx: 180 }));
 * ```
 */
export function createDocumentFinder(size: { widthPx: number; heightPx: number }): DocumentFinder {
  if (!(size.widthPx >= LEAST_SIDE_PX && size.heightPx >= LEAST_SIDE_PX)) {
    return { find: () => null, track: () => null };
  }
  const fits = (frame: RgbaImage): boolean =>
    frame.width === size.widthPx &&
    frame.height === size.heightPx &&
    frame.data.length >= frame.width * frame.height * 4;
  const search = createCandidateSearch(size);
  return {
    find(frame) {
      if (!fits(frame)) return null;
      const chosen = chooseFit(refineBest(search(frame), frame));
      return chosen && asFound(chosen.refined.quad, chosen.logit);
    },
    track(frame, previous) {
      if (!fits(frame) || !previous.quad.every(({ x, y }) => Number.isFinite(x + y))) return null;
      const refined = createRefiner(frame)(previous.quad, TRACK_RADII);
      return refined && asFound(refined.quad, FINDER_NETS.track(refined.features));
    },
  };
}

/** The part of a search up to ranked candidates, in pixels of the frame halved. */
function createCandidateSearch(size: {
  widthPx: number;
  heightPx: number;
}): (frame: RgbaImage) => Candidate[] {
  const width = size.widthPx >> 1;
  const height = size.heightPx >> 1;
  const mapEdges = createEdgeMapper(size.widthPx, size.heightPx);
  const findLines = createLineFinder(width, height);
  return (frame) => {
    const map = mapEdges(frame);
    return rankCandidates(findCandidates(findLines(map), map), map, FINDER_NETS.lines, FINDER_NETS.contrast);
  };
}

/** A candidate fitted to the frame. */
export interface RefinedCandidate {
  readonly refined: RefinedQuad;
  /** Features of the fit, then those of the candidate. */
  readonly features: readonly number[];
  readonly rank: number;
  readonly logit: number;
}

/** Fits the best different candidates to the frame. */
export function refineBest(candidates: readonly Candidate[], frame: RgbaImage): RefinedCandidate[] {
  const refine = createRefiner(frame);
  const tried: Quad[] = [];
  const result: RefinedCandidate[] = [];
  for (const candidate of candidates) {
    if (result.length >= MOST_REFINED || tried.length >= MOST_TRIED) break;
    if (tried.some((quad) => isSame(quad, candidate.quad))) continue;
    tried.push(candidate.quad);
    const refined = refine(scaleQuad(candidate.quad, 2), SEARCH_RADII);
    if (!refined) continue;
    const features = [...refined.features, ...candidate.features];
    const logit = FINDER_NETS.search(features);
    result.push({ refined, features, rank: candidate.score, logit });
    if (logit > SURE) break;
  }
  return result;
}

/** The one that is most likely right. */
function chooseFit(fits: readonly RefinedCandidate[]): RefinedCandidate | null {
  const value = ({ logit, rank }: RefinedCandidate): number => ACCEPT_SHARE * logit + rank;
  return fits.reduce<RefinedCandidate | null>(
    (best, fit) => (best && value(best) >= value(fit) ? best : fit),
    null,
  );
}

function asFound(quad: Quad, logit: number): FoundDocument {
  return { quad: orderLandscapeQuad(quad), confidence: probability(logit) };
}

/** Whether two clockwise quads are the same up to where they start. */
function isSame(a: Quad, b: Quad): boolean {
  for (let turn = 0; turn < 4; turn++) {
    const apart = a.map((corner, index) => {
      const other = b[(index + turn) % 4]!;
      return Math.max(Math.abs(corner.x - other.x), Math.abs(corner.y - other.y));
    });
    if (Math.max(...apart) < SAME_CORNER) return true;
  }
  return false;
}
