import type { FinderNets } from './finder-nets.ts';
import { createScore } from './score-net.ts';

/** Learned weights of the nets that judge fits. Written by `lab/training/src/document-weights.ts`; never edited by hand. */
export const FINDER_NETS: FinderNets = {
  // How likely the fit of a search is right, as the logarithm of the odds.
  search: createScore({
    steps: ':6801<:;.-,04',
    weights: 'E8--VCDX/K>VY++P891CCSDYKF@;2@KXV=GC=DS@V1@/QL7UD?C?AG+OIGJA=-1L4',
    biases: [3.5, 6.1, 4.3, 3.3, -1.4],
    outputs: [-1.5, 2.7, -3, -2, -2.5, -0.1],
  }),
  // The same for a quad that was tracked.
  track: createScore({
    steps: ';6;0.<:64',
    weights: 'BY-MWSV*:DMLQJ)DQ-FO/,BMM<3YD-MBSK9=',
    biases: [1, -5.6, 4.1, -2.3],
    outputs: [-1.9, 2.3, -1.6, -2.2, 0.2],
  }),
};
