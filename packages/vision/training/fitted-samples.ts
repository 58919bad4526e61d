import { createSeededRandom } from '@vendor/specimens';
import type { Candidate } from '../src/document/candidates.ts';
import { completeFits } from '../src/document/complete-fits.ts';
import { rankByContrast } from '../src/document/rank.ts';
import { createRefiner } from '../src/document/refine.ts';
import { type RefinedCandidate, refineBest } from '../src/document/refine-best.ts';
import type { Score } from '../src/document/score-net.ts';
import { mapCorners, scaleQuad } from '../src/quad.ts';
import type { FoundInFrame } from './frame-candidates.ts';
import { isChoice, isRight, judged, wholeOf } from './judge-quads.ts';
import type { Sample } from './net-trainer.ts';

/** Whether a search would take none of its fits for right. */
export type IsUnsure = (fits: readonly RefinedCandidate[]) => boolean;

/** Fits the best candidates of a frame, all of them: no net that is still to be trained is sure enough to spare the rest. */
function fitAll(
  candidates: Candidate[],
  { map, frame: { image } }: FoundInFrame,
  contrast: Score,
): RefinedCandidate[] {
  return refineBest(rankByContrast(candidates, map, contrast), image, () => 0);
}

/** Frame by frame the quads with one side completed, where there is a right one among them. */
export function completions(found: readonly FoundInFrame[], contrast: Score, isUnsure: IsUnsure): Sample[][] {
  return found
    .filter(({ frame }) => frame.quad && frame.subject !== 'cut-off')
    .map((one) => {
      const fits = fitAll(one.candidates, one, contrast);
      if (!isUnsure(fits)) return [];
      const completed = rankByContrast(completeFits(fits, one.map), one.map, contrast);
      return judged(completed, scaleQuad(one.frame.quad!, 0.5));
    })
    .filter(isChoice);
}

/**
 * Quads fitted by a search, frame by frame, and whether they came out right. Where the search is unsure of its fits, those
 * of completed quads are among them.
 */
export function collectFits(found: readonly FoundInFrame[], contrast: Score, isUnsure: IsUnsure): Sample[][] {
  return found.map((one) => {
    const fits = fitAll(one.candidates, one, contrast);
    if (isUnsure(fits)) fits.push(...fitAll(completeFits(fits, one.map), one, contrast));
    const whole = wholeOf(one.frame);
    return fits.map(({ refined, features }) => ({ features, right: isRight(refined.quad, whole) }));
  });
}

/** Quads fitted by tracking, from the true place and from wrong ones, and whether they came out right. */
export function collectTracked(found: readonly FoundInFrame[], contrast: Score): Sample[] {
  const random = createSeededRandom(1);
  const samples: Sample[] = [];
  for (const one of found) {
    const whole = wholeOf(one.frame);
    const refine = createRefiner(one.frame.image);
    const wrong = fitAll(one.candidates, one, contrast).map(({ refined }) => refined.quad);
    for (const start of [...(whole ? [whole, whole] : []), ...wrong]) {
      // As it was a frame ago: a few pixels off as a whole, and each corner by a little more.
      const [dx, dy] = [random.normal() * 3, random.normal() * 3];
      const moved = mapCorners(start, ({ x, y }) => ({
        x: x + dx + random.normal() * 1.5,
        y: y + dy + random.normal() * 1.5,
      }));
      const fit = refine(moved, [12, 4]);
      if (fit) samples.push({ features: fit.features, right: isRight(fit.quad, whole) });
    }
  }
  return samples;
}
