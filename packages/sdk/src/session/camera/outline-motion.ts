import type { Outline } from '../view.ts';

/**
 * How far the corners of a document have moved from one frame to the next, across and down and all four together: one alone is
 * found a pixel beside its place now and then.
 *
 * @returns shares of the frame's width and height; 0 where one of the frames shows none.
 */
export function outlineMotion(before: Outline | null, after: Outline | null): number {
  let moved = 0;
  if (before) {
    after?.forEach((at, index) => {
      moved += Math.abs(at - before[index]!);
    });
  }
  return moved;
}
