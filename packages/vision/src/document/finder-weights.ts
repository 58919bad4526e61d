import { createScore, type Score } from './score-net.ts';

/** Everything in the finder that was learned. Written by `training/document-weights.ts`; never edited by hand. */
export const FINDER_NETS: Record<'lines' | 'contrast' | 'search' | 'track', Score> = {
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
  // How likely a fitted quad is right, as the logarithm of the odds: features of the fit, then of the candidate.
  search: createScore({
    steps: '89;23;7B@:751586<97?<96146:215',
    weights:
      'C*DX:J6=)F>5E99XI+9>O?.8?Z;IM7W:7>UH>LFO?:6:Z5*6NTSLP;)0MZ78G/,E@RKUC>Z,O9CBA8(C)6/GN;D>CRONT3-;-W?ENJ,+O/A2=V?IUVQ46S,MJB*K5Y2G9*6/<,F<II>IA)MH;W*G+X',
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
