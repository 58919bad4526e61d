import type { FinderNets } from './finder-nets.ts';
import { createScore } from './score-net.ts';

/** What was learned for a search by lines. Written by `training/document-weights.ts`; never edited by hand. */
export const FINDER_NETS: FinderNets = {
  // Which of many candidates are worth a closer look, by what lines say.
  lines: createScore({
    steps: '46983>95,',
    weights: ',*/UMWV1F+3+OVUT*Y',
    biases: [2.58, 2.78],
    outputs: [-2.3, -2.33, 0],
  }),
  // Which of those are worth fitting to the frame, by their contrast too.
  contrast: createScore({
    steps: '77<:6?=;10569134',
    weights: 'J?,XCV>LO>H3:P*G==E;C4,MRWX*FX5@987C6GE)*6E@8K@U(A0PX;<BBQM4)=:L6XW;@)1D=R=61=NH',
    biases: [3.01, -5.97, 4.86, 3.16, -4.89],
    outputs: [-1.73, 2.02, -2.28, -1.83, 1.73, 0.11],
  }),
  // How likely a fitted quad is right, as the logarithm of the odds: features of the fit, then its contrast and its lines.
  search: createScore({
    steps: '89;23;7B@:7515146:21586<97?<96',
    weights:
      'C*DX:J6=)F>5E98?Z;IM79XI+9>O?.W:7>UH>LFO?:6:;)0MZ78Z5*6NTSLPG/,E@RKUC>Z,O9GN;D>CRCBA8(C)6/ONT3-;-W?ENJ,+VQ46S,MO/A2=V?IUJB*K5Y2G9*6/<,H;W*G+XF<II>IA)M',
    biases: [1.77, 3.79, 3.47, -4.29, 9.26],
    outputs: [1.8, -1.45, -1.21, 1.47, -1.4, -1.28],
  }),
  // The same for a quad that was tracked: features of the fit.
  track: createScore({
    steps: '89;22:4B@75647',
    weights: 'Q+*)PQEI7ICU2YP;A6ME2)+Y7L*3>G-=YJS9E4-,?C,MG:/**20M<CGT',
    biases: [5.91, 0.98, 4.89, 2.78],
    outputs: [-1.65, 1.47, -2.09, 1.3, 0.02],
  }),
};
