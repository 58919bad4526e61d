import { type Candidate, LINE_FEATURES } from './candidates.ts';
import type { EdgeMap } from './edge-map.ts';
import { sideContrast } from './side-contrast.ts';

/** Weights of the features of a candidate, trained on pairs of a right and a wrong one. */
export interface RankWeights {
  /** For the features that lines give, to choose whom to look at closely. */
  readonly lines: readonly number[];
  /** For all features. */
  readonly all: readonly number[];
}

/** Candidates whose side contrast is looked at: beyond these a right one is hardly ever found. */
const LOOKED_AT_CLOSELY = 60;

/** The candidates that look most like a document, best first. */
export function rankCandidates(candidates: Candidate[], map: EdgeMap, weights: RankWeights): Candidate[] {
  for (const candidate of candidates) candidate.score = weighted(candidate.features, weights.lines);
  const best = candidates.sort(byScore).slice(0, LOOKED_AT_CLOSELY);
  for (const candidate of best) {
    sideContrast(candidate.quad, map, candidate.features, LINE_FEATURES);
    candidate.score = weighted(candidate.features, weights.all);
  }
  return best.sort(byScore);
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score;
}

function weighted(features: Float32Array, weights: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < weights.length; k++) sum += weights[k]! * features[k]!;
  return sum;
}
