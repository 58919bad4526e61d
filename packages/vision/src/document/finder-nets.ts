import type { Score } from './score-net.ts';

/** Nets that judge fits. */
export interface FinderNets {
  /** How likely the fit of a search is right, as the logarithm of the odds. */
  search: Score;
  /** The same for a quad that was tracked. */
  track: Score;
}
