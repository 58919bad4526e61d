import type { FinderNets } from './finder-nets.ts';
import { createScore } from './score-net.ts';

/** What was learned for a search that completes sides. Written by `training/document-weights.ts`; never edited by hand. */
export const THOROUGH_NETS: FinderNets = {
  // Which of many candidates are worth a closer look, by what lines say.
  lines: createScore({
    steps: '46982>:5(',
    weights: '*,/YNVU/4)4*TYST)B',
    biases: [2.5, 2.8],
    outputs: [-2.3, -2.3, 0],
  }),
  // Which of those are worth fitting to the frame, by their contrast too.
  contrast: createScore({
    steps: '58<:7A=:31439/03',
    weights: '6*.XKD0E79@QAJ?O7:CEG4)WYRX(UL?39C7H@>H(M+>44W?W3J1MYJH=4GE900)B*LX<M-(L.?H491RK',
    biases: [3.6, -7.4, 5.4, 4, -7.2],
    outputs: [-1.8, 2, -2.1, -1.7, 1.8, 0.1],
  }),
  // How likely a fitted quad is right, as the logarithm of the odds: features of the fit, then its contrast and its lines.
  search: createScore({
    steps: '8::02:7?=;6645.5570-1',
    weights:
      'IA,EZUV6PF>)U,=,G)?2*P:U20+A<HUZWH;FH)K)C/,MSQ>5<@DF?;C/HBI1P@9/VUY1V@.0P57B?VO5I1Y1*L8P<IPUYBI<E1HE4T=/W',
    biases: [5.1, -6.4, -2.8, -7.6, -2.2],
    outputs: [-1.6, 1.6, 1.3, 1, -1.7, -1.8],
  }),
  // The same for a quad that was tracked: features of the fit.
  track: createScore({
    steps: '68;,096@?936-8',
    weights: 'V*0(IKRUAD>E*UX;*=VNUEFD*,UC*Z4WWUEWV+M@E8',
    biases: [4.4, 3.4, -0.8],
    outputs: [-2.1, -2.3, -1.3, -0.3],
  }),
};
