import type { Outline } from './view.ts';

/**
 * How far the corners of a document have moved from one frame to the next, across and down together and on average over all four:
 * one alone is found a pixel beside its place now and then.
 *
 * @returns shares of the frame's width and height.
 */
export function outlineMotion(before: Outline, after: Outline): number {
  return after.reduce((moved, at, index) => moved + Math.abs(at - before[index]!), 0) / 4;
}
