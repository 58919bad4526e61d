import type { SearchWay } from './document-finder.ts';
import { FINDER_NETS } from './finder-weights.ts';
import { BEYOND_FEATURE } from './refine.ts';

/** Taken off the logarithm of the odds for sides that go on beyond all corners: those are stripes of a cloth, or joints of tiles. */
const GOING_ON = 5;

/**
 * Searches for sheets of paper. The net that judges what a search has found was taught that papers are none of the cards and
 * pages that it is to find; the one that judges what is followed goes by how well sides fit, and by little else.
 */
export const SHEET_SEARCH: SearchWay = {
  nets: {
    ...FINDER_NETS,
    search: (features) => FINDER_NETS.track(features) - GOING_ON * features[BEYOND_FEATURE]!,
  },
};
