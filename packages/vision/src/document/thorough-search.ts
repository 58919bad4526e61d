import type { Candidate } from './candidates.ts';
import { completeFits } from './complete-fits.ts';
import type { SearchWay } from './document-finder.ts';
import type { EdgeMap } from './edge-map.ts';
import type { FinderNets } from './finder-nets.ts';
import { rankByContrast } from './rank.ts';
import { type RefinedCandidate, refineBest } from './refine-best.ts';
import { THOROUGH_NETS } from './thorough-weights.ts';

/** When no fit is as likely as this (logarithm of the odds, 50 %), one side may not be seen, and the others tell where it is. */
const LIKELY = 0;

/**
 * A search that looks again where none of its fits is likely.
 *
 * @param lookAgain - makes other candidates out of the fits.
 */
export function searchTwice(
  nets: FinderNets,
  lookAgain: (fits: readonly RefinedCandidate[], map: EdgeMap) => Candidate[],
): SearchWay {
  return {
    nets,
    goOn(fits, map, frame) {
      if (fits.some(({ logit }) => logit > LIKELY)) return fits;
      const others = rankByContrast(lookAgain(fits, map), map, nets.contrast);
      return [...fits, ...refineBest(others, frame, nets.search)];
    },
  };
}

/**
 * A search that also finds documents of which one side is not seen, and takes an eighth more time at most. Its nets know completed
 * quads, and are more cautious: of more quads the likeliest wrong one looks better. For where bytes are not dear.
 */
export const THOROUGH_SEARCH: SearchWay = searchTwice(THOROUGH_NETS, completeFits);
