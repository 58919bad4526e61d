import type { Point, Quad, RgbaImage } from '@vendor/vision';
import type { ReadResult } from 'zxing-wasm/reader';

/** A quad of a picture to straighten, and the size of the result. */
export interface CodeFrame {
  readonly quad: Quad;
  readonly size: { readonly widthPx: number; readonly heightPx: number };
}

/**
 * Margins around a code, as shares of its width and height: the library needs a quiet zone, and the detected edges may fall
 * short.
 */
const MARGIN = { along: 0.04, across: 0.15 };
const MAX_SIDE_PX = 2400;
/** Codes narrower than this are enlarged to double size, because modules of two pixels are read less reliably. */
const NARROW_PX = 1000;
/** Maximum aspect ratio (width / height) of a code. */
const MAX_ASPECT = 8;

/**
 * Returns quads in which a detected but unread code is straight, the likeliest first. The start pattern is detected in full;
 * the stop pattern only from the height at which the start pattern begins, or not at all if it is cut off. The lower edge is
 * exact if both patterns were detected.
 */
export function codeFrames(
  { topLeft, topRight, bottomRight, bottomLeft }: ReadResult['position'],
  { width, height }: Pick<RgbaImage, 'width' | 'height'>,
): CodeFrame[] {
  const down = minus(bottomLeft, topLeft);
  const high = length(down);
  if (high < 2) return [];
  const along = minus(bottomRight, bottomLeft);
  const hasEnd = length(along) > high / 2 && length(minus(bottomRight, topRight)) > high / 4;
  const frames: CodeFrame[] = [];
  if (hasEnd) {
    // A parallelogram, for a code that is slanted and seen at an angle.
    frames.push(expandFrame(topLeft, along, down));
  }
  const reach = hasEnd ? length(along) : Math.min(high * MAX_ASPECT, Math.hypot(width, height));
  frames.push(expandFrame(topLeft, scaleVector({ x: down.y, y: -down.x }, reach / high), down));
  return frames;
}

function expandFrame(start: Point, along: Point, down: Point): CodeFrame {
  const left = plus(start, plus(scaleVector(along, -MARGIN.along), scaleVector(down, -MARGIN.across)));
  const wide = scaleVector(along, 1 + 2 * MARGIN.along);
  const high = scaleVector(down, 1 + 2 * MARGIN.across);
  const quad: Quad = [left, plus(left, wide), plus(plus(left, wide), high), plus(left, high)];
  const [widthPx, heightPx] = [length(wide), length(high)];
  const scale = Math.min(widthPx < NARROW_PX ? 2 : 1, MAX_SIDE_PX / Math.max(widthPx, heightPx));
  return { quad, size: { widthPx: widthPx * scale, heightPx: heightPx * scale } };
}

function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}

function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

function scaleVector({ x, y }: Point, by: number): Point {
  return { x: x * by, y: y * by };
}

function length({ x, y }: Point): number {
  return Math.hypot(x, y);
}
