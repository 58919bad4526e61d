import type { Outline } from '../view.ts';

/**
 * Returns how far the four corners of a document have moved between two frames, as a sum across and down. A single corner is
 * sometimes found a pixel off.
 *
 * @returns shares of the frame's width and height; 0 if either frame shows no document.
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
