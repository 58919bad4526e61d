/**
 * Trains the nets of one way to search for documents on the tuning half of the frames, and writes them to
 * `src/document/finder-weights.ts`, or to `thorough-weights.ts` for the search that completes sides:
 *
 *     node packages/vision/training/run.mjs document-weights page|thorough [check]
 *
 * First the two that rank candidates, then, with the candidates that they prefer, the two that tell how likely a fitted quad
 * is right. Some 1,500 or 2,750 frames are rendered (once) to `.cache/`. With the argument `check`, four fifths of the frames
 * are trained on, the finder is tried on the last fifth, and nothing is written.
 */
import { CANDIDATE_FEATURES, LINE_FEATURES } from '../src/document/candidates.ts';
import { completeFits } from '../src/document/complete-fits.ts';
import type { FinderNets } from '../src/document/finder-nets.ts';
import { rankCandidates } from '../src/document/rank.ts';
import { REFINED_FEATURES } from '../src/document/refine.ts';
import { createScore, type PackedNet, type Score } from '../src/document/score-net.ts';
import { SIDE_CONTRAST_FEATURES } from '../src/document/side-contrast.ts';
import { searchTwice } from '../src/document/thorough-search.ts';
import { scaleQuad } from '../src/quad.ts';
import { collectFits, collectTracked, completions, type IsUnsure } from './fitted-samples.ts';
import { createSearch } from './frame-candidates.ts';
import { isChoice, judged } from './judge-quads.ts';
import { type Sample, trainNet } from './net-trainer.ts';
import { percent } from './percent.ts';
import { tryOn } from './try-finder.ts';
import { frames, type WayName } from './weight-frames.ts';
import { writeWeights } from './write-weights.ts';

/**
 * A search takes the likeliest of up to eight fits, and the likeliest of many wrong ones looks better than it is. With this
 * taken off the logarithm of the odds, no more than 1 % of the tuning frames without a document show one at 50 %.
 */
const CAUTION = 0.3;

type NetName = keyof FinderNets;

/** The nets so far, looked up as a search runs, so that the next search uses what was trained last. */
const NETS: FinderNets = { lines: () => 0, contrast: () => 0, search: () => 0, track: () => 0 };

export default function train([wayName, mode]: string[]): void {
  const way: WayName = wayName === 'thorough' ? wayName : 'page';
  const completes = way === 'thorough';
  const check = mode === 'check';
  const nets = {} as Record<NetName, PackedNet>;
  const use = (name: NetName, net: PackedNet): void => {
    nets[name] = net;
    NETS[name] = createScore(net);
  };
  const search = createSearch();
  const trained = () => frames(way, (index, count) => !check || index < 0.8 * count);
  const found = [...trained()].map((frame) => ({ frame, ...search(frame) }));
  const shown = found.filter(({ frame }) => frame.quad && frame.subject !== 'cut-off');
  const groups = (): Sample[][] =>
    shown.map(({ frame, candidates }) => judged(candidates, scaleQuad(frame.quad!, 0.5))).filter(isChoice);

  const byLines = groups();
  console.log(`a right candidate in ${percent(byLines.length / shown.length)} of ${shown.length} frames`);
  use(
    'lines',
    trainNet(byLines, { goal: 'first', features: LINE_FEATURES, units: 2, seed: 1, steps: 700, batch: 12 }),
  );
  console.log(`right one first by lines: ${percent(firstRight(byLines, NETS.lines))}`);
  for (const one of found) {
    one.candidates = rankCandidates(one.candidates, one.map, NETS.lines, NETS.contrast);
  }
  const byAll = groups();
  const trainContrast = (samples: Sample[][]): void =>
    use(
      'contrast',
      trainNet(samples, {
        goal: 'first',
        features: CANDIDATE_FEATURES,
        units: 5,
        seed: 2,
        steps: 2000,
        batch: 16,
      }),
    );
  trainContrast(byAll);
  console.log(`with contrast: ${percent(firstRight(byAll, NETS.contrast))}`);

  // Of a completed quad one side is no line, and the features of its lines are those of another quad: they are left out.
  const features = REFINED_FEATURES + (completes ? SIDE_CONTRAST_FEATURES : CANDIDATE_FEATURES);
  const trainSearch = (samples: Sample[][]): void =>
    use('search', trainNet(samples, { goal: 'odds', features, units: 5, seed: 3, steps: 12_000, batch: 32 }));
  let isUnsure: IsUnsure = () => false;
  if (completes) {
    // Sides are completed where no fit seems right, which a first net tells; so its answers are learned from apart.
    trainSearch(collectFits(found, NETS.contrast, isUnsure));
    isUnsure = unsureBy(NETS.search);
    const completed = completions(found, NETS.contrast, isUnsure);
    console.log(`completed quads: a right one in ${completed.length} frames`);
    trainContrast([...byAll, ...completed]);
    console.log(`right completed one first: ${percent(firstRight(completed, NETS.contrast))}`);
  }
  const fits = collectFits(found, NETS.contrast, isUnsure);
  const track = collectTracked(found, NETS.contrast);
  console.log(`fits: ${fits.flat().length} for the search, ${track.length} for tracking`);
  trainSearch(fits);
  if (completes) use('search', withCaution(nets.search));
  use(
    'track',
    trainNet([track], {
      goal: 'odds',
      features: REFINED_FEATURES,
      units: completes ? 3 : 4,
      seed: 4,
      steps: 10_000,
      batch: 32,
    }),
  );
  if (check) {
    const trainedWay = completes ? searchTwice(NETS, completeFits) : { nets: NETS };
    tryOn(
      trainedWay,
      frames(way, (index, count) => index >= 0.8 * count),
    );
  } else writeWeights(way, nets);
}

function firstRight(groups: readonly Sample[][], score: (features: ArrayLike<number>) => number): number {
  const right = groups.filter((group) => {
    const scores = group.map(({ features }) => score(features));
    return group[scores.indexOf(Math.max(...scores))]!.right;
  });
  return right.length / groups.length;
}

function withCaution(net: PackedNet): PackedNet {
  const outputs = [...net.outputs];
  const bias = outputs.pop()!;
  return { ...net, outputs: [...outputs, Number((bias - CAUTION).toFixed(1))] };
}

/** Whether a net takes none of the fits of a frame for right. */
function unsureBy(net: Score): IsUnsure {
  return (fits) => fits.every(({ features }) => net(features) <= 0);
}
