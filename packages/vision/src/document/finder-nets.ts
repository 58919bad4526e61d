import type { Score } from './score-net.ts';

/** The four nets of one way to search; each is trained on what the ones before it prefer. */
export interface FinderNets {
  /** Which of many candidates are worth a closer look, by what lines say. */
  lines: Score;
  /** Which of those are worth fitting to the frame, by their contrast too. */
  contrast: Score;
  /** How likely a fitted quad is right, as the logarithm of the odds. */
  search: Score;
  /** The same for a quad that was tracked. */
  track: Score;
}
