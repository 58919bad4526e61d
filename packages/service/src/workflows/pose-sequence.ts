import type { SelfiePose } from '@vendor/contract';

/** Number of poses after the first. */
const following = 4;

/** In no particular order. */
const poses: readonly SelfiePose[] = ['straight', 'left', 'right', 'closer'];

/** All sequences of poses that can be asked for: 44, all equally likely. */
export const poseSequences: readonly (readonly SelfiePose[])[] = continuations(
  ['straight'],
  following,
).filter(
  // A flat picture cannot show a turn to either side.
  (row) => row.includes('left') && row.includes('right'),
);

/** Draws a sequence of poses. @param chance - returns a random integer from 0 to `below` - 1, with equal probability. */
export function drawPoses(chance: (below: number) => number): readonly SelfiePose[] {
  return poseSequences[chance(poseSequences.length)]!;
}

/** Lists all continuations that never repeat a pose twice in a row and ask the user to come closer at most once. */
function continuations(begun: readonly SelfiePose[], more: number): (readonly SelfiePose[])[] {
  if (more === 0) return [begun];
  return poses
    .filter((pose) => pose !== begun[begun.length - 1] && !(pose === 'closer' && begun.includes('closer')))
    .flatMap((pose) => continuations([...begun, pose], more - 1));
}
