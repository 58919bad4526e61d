import type { FinderNets } from './finder-nets.ts';
import { createScore } from './score-net.ts';

/** What was learned of fits. Written by `training/document-weights.ts`; never edited by hand. */
export const FINDER_NETS: FinderNets = {
  // How likely the fit of a search is right, as the logarithm of the odds.
  search: createScore({
    steps: '94900<9;0--04',
    weights: '=L5*FCJVDI7Y@**@0K0UBC<QI<?S=ODQW@-BALX=:/;FYQ8M?E=DL/,KXAR?2),<5',
    biases: [1.5, 4.3, 3, 4.2, -1.5],
    outputs: [-1.5, 2.3, -2.2, -3, -2.4, -0.3],
  }),
  // The same for a quad that was tracked.
  track: createScore({
    steps: ';6;1+<;60',
    weights: 'BV2LEWV3+COJP<*EJ*GH//WPG87X6)UJSJ+O',
    biases: [0.8, -4.8, 3.9, -1.5],
    outputs: [-2, 2, -1.6, -2.2, 0.2],
  }),
};
