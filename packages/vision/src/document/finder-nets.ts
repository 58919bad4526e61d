import type { Score } from './score-net.ts';

/** Nets that score fits. */
export interface FinderNets {
  /** Log-odds that the fit of a search is right. */
  search: Score;
  /** Log-odds that a tracked quad is right. */
  track: Score;
}
