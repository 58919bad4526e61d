/**
 * Trains the nets that score the results of a search or of the tracker, on the tuning half of the frames, and writes them to
 * `packages/vision/src/document/finder-weights.ts`:
 *
 *     node lab/training/run.mjs document-weights [check]
 *
 * Uses the corner net of `corner-weights.ts` for the search; run this again when that net has changed. About 3,300 frames are
 * rendered (once) to `.cache/`. With the argument `check`, trains on every other frame, tests the finder on the rest, and
 * writes nothing.
 */
import type { FinderNets } from '../../../packages/vision/src/document/finder-nets.ts';
import { REFINED_FEATURES } from '../../../packages/vision/src/document/refine.ts';
import { createScore, type PackedNet } from '../../../packages/vision/src/document/score-net.ts';
import { FIT_FEATURES } from '../../../packages/vision/src/document/search.ts';
import { collectSamples } from './fitted-samples.ts';
import { trainNet } from './net-trainer.ts';
import { tryFinder } from './try-finder.ts';
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
    tryFinder(
      { search: createScore(nets.search), track: createScore(nets.track) },
      weightFrames((index) => index % 2 === 1),
    );
  } else writeWeights(nets);
}
