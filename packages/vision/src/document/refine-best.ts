import type { RgbaImage } from '../image.ts';
import { farthestCorner, type Quad, scaleQuad, turnTowards } from '../quad.ts';
import { type Candidate, LINE_FEATURES } from './candidates.ts';
import { createRefiner, type RefinedQuad } from './refine.ts';
import type { Score } from './score-net.ts';

/** Candidates that are fitted to the frame, and how many may be tried for them. */
const MOST_REFINED = 4;
const MOST_TRIED = 8;

/** A fit this likely (logarithm of the odds, 95 %) is taken without looking at the rest. */
const SURE = 3;

/** Candidates closer than this, px of the edge map, at every corner are the same. */
const SAME_CORNER = 2.5;

/** From half the size, corners are right to 2 px or so. */
const SEARCH_RADII = [4, 2] as const;

/** A candidate fitted to the frame. */
export interface RefinedCandidate {
  readonly refined: RefinedQuad;
  readonly candidate: Candidate;
  /** Features of the fit, then of the candidate those that tell of its colours, then those of its lines. */
  readonly features: readonly number[];
  /** How likely the fit is right, as the logarithm of the odds. */
  readonly logit: number;
}

/**
 * Fits the best different candidates to the frame.
 *
 * @param score - tells by the features how likely a fit is right.
 */
export function refineBest(
  candidates: readonly Candidate[],
  frame: RgbaImage,
  score: Score,
): RefinedCandidate[] {
  const refine = createRefiner(frame);
  const tried: Quad[] = [];
  const result: RefinedCandidate[] = [];
  for (const candidate of candidates) {
    if (result.length >= MOST_REFINED || tried.length >= MOST_TRIED) break;
    if (tried.some((quad) => farthestCorner(turnTowards(quad, candidate.quad), candidate.quad) < SAME_CORNER))
      continue;
    tried.push(candidate.quad);
    const refined = refine(scaleQuad(candidate.quad, 2), SEARCH_RADII);
    if (!refined) continue;
    const colours = candidate.features.subarray(LINE_FEATURES);
    const features = [...refined.features, ...colours, ...candidate.features.subarray(0, LINE_FEATURES)];
    const logit = score(features);
    result.push({ refined, candidate, features, logit });
    if (logit > SURE) break;
  }
  return result;
}
