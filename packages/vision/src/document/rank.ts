import { type Candidate, LINE_FEATURES } from './candidates.ts';
import type { EdgeMap } from './edge-map.ts';
import type { Score } from './score-net.ts';
import { sideContrast } from './side-contrast.ts';

/** Candidates whose side contrast is looked at: beyond these a right one is hardly ever found. */
const LOOKED_AT_CLOSELY = 60;

/**
 * The candidates that look most like a document, best first.
 *
 * @param byLines - scores the features that lines give, to choose whom to look at closely.
 * @param byAll - scores all features.
 */
export function rankCandidates(
  candidates: Candidate[],
  map: EdgeMap,
  byLines: Score,
  byAll: Score,
): Candidate[] {
  return rankByContrast(ranked(candidates, byLines).slice(0, LOOKED_AT_CLOSELY), map, byAll);
}

/** Looks at the colours along the sides of candidates, and puts the best first. */
export function rankByContrast(candidates: Candidate[], map: EdgeMap, byAll: Score): Candidate[] {
  for (const { quad, features } of candidates) sideContrast(quad, map, features, LINE_FEATURES);
  return ranked(candidates, byAll);
}

function ranked(candidates: Candidate[], score: Score): Candidate[] {
  for (const candidate of candidates) candidate.score = score(candidate.features);
  return candidates.sort((a, b) => b.score - a.score);
}
