import { scaleQuad } from '../quad.ts';
import { type Candidate, SHAPE_FEATURES } from './candidates.ts';
import { completeQuad } from './complete-quad.ts';
import type { EdgeMap } from './edge-map.ts';
import { documentShape } from './rectangle.ts';
import { isWithin } from './refine.ts';
import type { RefinedCandidate } from './refine-best.ts';

/** The candidates that come out when one side of a fit is taken for wrong; what lines said of the fit is kept. */
export function completeFits(fits: readonly RefinedCandidate[], map: EdgeMap): Candidate[] {
  return fits.flatMap(({ refined, candidate }) =>
    completeQuad(scaleQuad(refined.quad, 0.5), map).flatMap((quad) => {
      const shape = documentShape(quad, map, 1);
      if (!shape || !quad.every((corner) => isWithin(corner, map, 1))) return [];
      const features = candidate.features.slice();
      features.set(shape, SHAPE_FEATURES);
      return { quad, features, score: 0 };
    }),
  );
}
