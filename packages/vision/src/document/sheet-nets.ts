import type { FinderNets } from './finder-nets.ts';
import { FINDER_NETS } from './finder-weights.ts';
import { REFINED_FEATURES } from './refine.ts';

/** Which feature of a fit tells how present something is at the look that it comes from. */
const PRESENCE = REFINED_FEATURES + 1;

/**
 * Judge what a search for sheets of paper has found. The net that judges fits was taught that papers are none of the cards and
 * pages that it is to find; the one that judges what is followed goes by how well sides fit, and by little else. It is believed as far
 * as the corner net, which was shown letters too, sees something there.
 */
export const SHEET_NETS: FinderNets = {
  ...FINDER_NETS,
  search: (features) => FINDER_NETS.track(features) + Math.min(0, features[PRESENCE]!),
};
