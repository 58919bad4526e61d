/**
 * Trains the nets that judge what a search or the tracker has found, on the tuning half of the frames, and writes them to
 * `src/document/finder-weights.ts`:
 *
 *     node lab/training/run.mjs document-weights [check]
 *
 * The corner net that searches is that of `corner-weights.ts`: to be run again when it has changed. Some 3,300 frames are rendered
 * (once) to `.cache/`. With the argument `check`, every other frame is trained on, the finder is tried on the rest, and nothing is written.
 */
import type { FinderNets } from '../../../packages/vision/src/document/finder-nets.ts';
import { REFINED_FEATURES } from '../../../packages/vision/src/document/refine.ts';
import { createScore, type PackedNet } from '../../../packages/vision/src/document/score-net.ts';
import { FIT_FEATURES } from '../../../packages/vision/src/document/search.ts';
import { collectSamples } from './fitted-samples.ts';
import { trainNet } from './net-trainer.ts';
import { tryOn } from './try-finder.ts';
import { weightFrames } from './weight-frames.ts';
import { writeWeights } from './write-weights.ts';

export default function train([mode]: string[]): void {
  const check = mode === 'check';
  const samples = collectSamples(weightFrames((index) => !check || index % 2 === 0));
  console.log(`fits: ${samples.search.length} for the search, ${samples.track.length} for tracking`);
  const nets: Record<keyof FinderNets, PackedNet> = {
    search: trainNet(samples.search, { features: FIT_FEATURES, units: 5, seed: 3, steps: 30_000, batch: 64 }),
    track: trainNet(samples.track, {
      features: REFINED_FEATURES,
      units: 4,
      seed: 4,
      steps: 10_000,
      batch: 32,
    }),
  };
  if (check) {
    tryOn(
      { search: createScore(nets.search), track: createScore(nets.track) },
      weightFrames((index) => index % 2 === 1),
    );
  } else writeWeights(nets);
}
