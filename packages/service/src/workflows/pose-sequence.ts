import type { SelfiePose } from '@vendor/contract';

/** How many poses follow the first. */
const following = 4;

/** In the order in which a user would be bored by them least: nothing follows from it. */
const poses: readonly SelfiePose[] = ['straight', 'left', 'right', 'closer'];

/** Every row of poses that can be asked for: 44, all as likely as each other. */
export const poseSequences: readonly (readonly SelfiePose[])[] = rows(['straight'], following).filter(
  // A turn to either side is what a flat picture cannot show.
  (row) => row.includes('left') && row.includes('right'),
);

/** @param chance - a whole number from 0 up to, but not including, the one it is given; each as likely. */
export function drawPoses(chance: (below: number) => number): readonly SelfiePose[] {
  return poseSequences[chance(poseSequences.length)]!;
}

/** Every way to go on without asking for the same pose twice in a row, or to come closer more than once. */
function rows(begun: readonly SelfiePose[], more: number): (readonly SelfiePose[])[] {
  if (more === 0) return [begun];
  return poses
    .filter((pose) => pose !== begun[begun.length - 1] && !(pose === 'closer' && begun.includes('closer')))
    .flatMap((pose) => rows([...begun, pose], more - 1));
}
