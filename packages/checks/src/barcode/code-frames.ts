import type { Point, Quad, RgbaImage } from '@vendor/vision';
import type { ReadResult } from 'zxing-wasm/reader';

/** A part of a picture to be straightened, and how large. */
export interface CodeFrame {
  readonly quad: Quad;
  readonly size: { readonly widthPx: number; readonly heightPx: number };
}

/** Around a code, in shares of its height and width: the library needs a light edge, and what was seen may be a little short. */
const MARGIN = { along: 0.04, across: 0.15 };
const WIDEST_PX = 2400;
/** Codes narrower than this are drawn at double size: modules of two pixels are read worse. */
const NARROW_PX = 1000;
/** Codes are at most so many times as wide as they are high. */
const LARGEST_ASPECT = 8;

/**
 * Frames in which a code that was seen lies straight, the likeliest first. Its first bar is seen in full; the last one only as
 * far up as the first begins, and not at all where it is cut off. The lower edge is right wherever both bars were seen.
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
    // Slanted, and seen from the side.
    frames.push(frameOf(topLeft, along, down));
  }
  const reach = hasEnd ? length(along) : Math.min(high * LARGEST_ASPECT, Math.hypot(width, height));
  frames.push(frameOf(topLeft, scaled({ x: down.y, y: -down.x }, reach / high), down));
  return frames;
}

function frameOf(start: Point, along: Point, down: Point): CodeFrame {
  const left = plus(start, plus(scaled(along, -MARGIN.along), scaled(down, -MARGIN.across)));
  const wide = scaled(along, 1 + 2 * MARGIN.along);
  const high = scaled(down, 1 + 2 * MARGIN.across);
  const quad: Quad = [left, plus(left, wide), plus(plus(left, wide), high), plus(left, high)];
  const [widthPx, heightPx] = [length(wide), length(high)];
  const scale = Math.min(widthPx < NARROW_PX ? 2 : 1, WIDEST_PX / Math.max(widthPx, heightPx));
  return { quad, size: { widthPx: widthPx * scale, heightPx: heightPx * scale } };
}

function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}

function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

function scaled({ x, y }: Point, by: number): Point {
  return { x: x * by, y: y * by };
}

function length({ x, y }: Point): number {
  return Math.hypot(x, y);
}
