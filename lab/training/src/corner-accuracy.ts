/**
 * Prints how close the corner net comes to documents in frames of the tuning half, by number of looks: in how many frames at
 * least one fit is right by then. Which fit a finder would choose depends on its score net.
 *
 *     node lab/training/run.mjs corner-accuracy
 */
import { CORNER_NET } from '../../../packages/vision/src/document/corner-weights.ts';
import { unpackCornerNet } from '../../../packages/vision/src/document/packed-corner-net.ts';
import { createSearch, LOOKS } from '../../../packages/vision/src/document/search.ts';
import { labelledFrames } from './document-frames.ts';
import { isRight } from './judge-quads.ts';
import { percent } from './percent.ts';

/** Looks from each of four rotations. */
const LOOKS_AT_MOST = 4 * LOOKS;

const SETS = [
  { subject: 'document', count: 600, widthPx: 320, heightPx: 180 },
  { subject: 'document', count: 200, widthPx: 180, heightPx: 320 },
  { subject: 'spread', count: 150, widthPx: 320, heightPx: 180 },
] as const;

export default function report(): void {
  for (const set of SETS) {
    const search = createSearch(unpackCornerNet(CORNER_NET), set);
    const rightBy = new Array<number>(LOOKS_AT_MOST).fill(0);
    for (const { image, quad } of labelledFrames({ half: 'tuning', ...set })) {
      const looks = Array.from(search.whole(image), (fits) => fits.some((fit) => isRight(fit.quad, quad)));
      const first = looks.indexOf(true);
      if (first >= 0) for (let look = first; look < LOOKS_AT_MOST; look++) rightBy[look]!++;
    }
    const shares = rightBy.map((count) => percent(count / set.count));
    console.log(
      `${set.subject}, ${set.widthPx} × ${set.heightPx} (${set.count}): a right fit by each look ${shares.join(', ')}`,
    );
  }
}
