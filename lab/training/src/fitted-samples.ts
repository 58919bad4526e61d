import { createSeededRandom } from '@vendor/specimens';
import { CORNER_NET } from '../../../packages/vision/src/document/corner-weights.ts';
import { unpackCornerNet } from '../../../packages/vision/src/document/packed-corner-net.ts';
import { createRefiner } from '../../../packages/vision/src/document/refine.ts';
import { createSearch, type Fit, type Search } from '../../../packages/vision/src/document/search.ts';
import { mapCorners, type Quad } from '../../../packages/vision/src/quad.ts';
import type { LabelledFrame } from './document-frames.ts';
import { isRight, wholeOf } from './judge-quads.ts';
import type { Sample } from './net-trainer.ts';

/** Training samples of the score nets. */
export interface FittedSamples {
  /** Fits of a search, and whether they were right. */
  readonly search: Sample[];
  /** The same for tracked quads, started from the true position and from wrong ones. */
  readonly track: Sample[];
}

/** Collects samples from every frame with all looks, because an untrained score net is never certain enough to skip any. */
export function collectSamples(frames: Iterable<LabelledFrame>): FittedSamples {
  const net = unpackCornerNet(CORNER_NET);
  const searches = new Map<number, Search>();
  const random = createSeededRandom(1);
  const samples: FittedSamples = { search: [], track: [] };
  for (const frame of frames) {
    const { image } = frame;
    const whole = wholeOf(frame);
    const search =
      searches.get(image.width) ?? createSearch(net, { widthPx: image.width, heightPx: image.height });
    searches.set(image.width, search);
    const fits = [...search.whole(image)].flat();
    for (const { quad, features } of fits) samples.search.push({ features, right: isRight(quad, whole) });
    const refine = createRefiner(image);
    for (const start of [...(whole ? [whole, whole] : []), ...different(fits)]) {
      // Position one frame earlier: a few pixels off as a whole, and each corner by slightly more.
      const [dx, dy] = [random.normal() * 3, random.normal() * 3];
      const moved = mapCorners(start, ({ x, y }) => ({
        x: x + dx + random.normal() * 1.5,
        y: y + dy + random.normal() * 1.5,
      }));
      const fit = refine(moved, [12, 4]);
      if (fit) samples.track.push({ features: fit.features, right: isRight(fit.quad, whole) });
    }
  }
  return samples;
}

/** Number of fits tracked per frame, and the sampling of fits: neighbours come from the same look and are very similar. */
const TRACKED = 4;
const ONE_IN = 5;

function different(fits: readonly Fit[]): Quad[] {
  return fits
    .filter((_, index) => index % ONE_IN === 0)
    .slice(0, TRACKED)
    .map(({ quad }) => quad);
}
