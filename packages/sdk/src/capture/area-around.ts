import type { Outline } from '../session/view.ts';

/** A part of a picture, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Margin around the document, as a share of its longer side. The hand has moved since the corners were found, and the service,
 * which finds the corners again, needs some background beside them. Of 72 drawn pictures of passports and cards, each after a
 * move of up to 1.2 %, it accepted 67 as whole frames, 67 with a margin of 0.08, 71 with 0.12, and 70 with 0.15.
 */
const marginShare = 0.12;

/** Minimum size of the area, in pixels. The service accepts no picture smaller than 480 × 300. */
const [minWidth, minHeight] = [640, 480];

/**
 * Returns the upright rectangle of a frame that contains a document and its margin, clipped to the frame.
 *
 * @param frame - size of the frame in pixels.
 */
export function areaAround(
  outline: Outline,
  frame: { readonly width: number; readonly height: number },
): Area {
  const xs = [0, 2, 4, 6].map((at) => outline[at]! * frame.width);
  const ys = [1, 3, 5, 7].map((at) => outline[at]! * frame.height);
  const sides = xs.map((x, at) => Math.hypot(xs[(at + 1) % 4]! - x, ys[(at + 1) % 4]! - ys[at]!));
  const margin = Math.max(...sides) * marginShare;
  const [x, width] = stretch(xs, margin, minWidth, frame.width);
  const [y, height] = stretch(ys, margin, minHeight, frame.height);
  return { x, y, width, height };
}

/**
 * Returns the span of the corners and their margin on one axis, in whole pixels: at least `min`, if the frame is that large.
 */
function stretch(
  places: readonly number[],
  margin: number,
  min: number,
  whole: number,
): [from: number, length: number] {
  const low = Math.min(...places) - margin;
  const high = Math.max(...places) + margin;
  const missing = Math.max(0, min - (high - low)) / 2;
  const from = Math.max(0, Math.floor(Math.min(low - missing, whole - min)));
  const to = Math.min(whole, Math.ceil(Math.max(high + missing, from + min)));
  return [from, to - from];
}
