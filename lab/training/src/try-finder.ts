import { CORNER_NET } from '../../../packages/vision/src/document/corner-weights.ts';
import {
  createDocumentFinder,
  type DocumentFinder,
} from '../../../packages/vision/src/document/document-finder.ts';
import type { FinderNets } from '../../../packages/vision/src/document/finder-nets.ts';
import type { LabelledFrame } from './document-frames.ts';
import { isRight, wholeOf } from './judge-quads.ts';
import { percent } from './percent.ts';

/**
 * Prints how often the finder is right with the given nets, for each subject and frame size.
 *
 * @param heldOut - frames that were not used for training.
 */
export function tryFinder(nets: FinderNets, heldOut: Iterable<LabelledFrame>): void {
  const finders = new Map<string, DocumentFinder>();
  const counts = new Map<string, { frames: number; right: number; sure: number; wrong: number }>();
  for (const frame of heldOut) {
    const { image, subject } = frame;
    const name = `${subject}, ${image.width} × ${image.height}`;
    const finder =
      finders.get(name) ??
      createDocumentFinder({ widthPx: image.width, heightPx: image.height }, CORNER_NET, nets);
    finders.set(name, finder);
    const count = counts.get(name) ?? { frames: 0, right: 0, sure: 0, wrong: 0 };
    counts.set(name, count);
    const found = finder.find(image);
    const right = found !== null && isRight(found.quad, wholeOf(frame));
    count.frames++;
    if (right) count.right++;
    if (!found || found.confidence < 0.5) continue;
    if (right) count.sure++;
    else count.wrong++;
  }
  for (const [name, { frames, right, sure, wrong }] of counts) {
    console.log(
      `${name} (${frames}): right ${percent(right / frames)}; at ≥ 0.5 right ${percent(sure / frames)}, wrong ${percent(wrong / frames)}`,
    );
  }
}
