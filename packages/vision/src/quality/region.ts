import { pictureCorners, type Quad, quadBounds } from '../quad.ts';

/** A span of one pixel row, from `start` to `end` (exclusive). */
export interface RowSpan {
  readonly y: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the pixels of a picture whose centres lie in a region, row by row.
 *
 * @param size - of the picture in pixels.
 * @param region - a convex quad in either orientation, clipped to the picture; defaults to the whole picture.
 */
export function rowSpans(size: { width: number; height: number }, region = pictureCorners(size)): RowSpan[] {
  const bounds = quadBounds(region);
  const spans: RowSpan[] = [];
  const bottom = Math.min(size.height, Math.ceil(bounds.bottom));
  for (let y = Math.max(0, Math.floor(bounds.top)); y < bottom; y++) {
    const [left, right] = crossings(region, y + 0.5);
    const start = Math.max(0, Math.ceil(left - 0.5));
    const end = Math.min(size.width, Math.ceil(right - 0.5));
    if (start < end) spans.push({ y, start, end });
  }
  return spans;
}

/** Returns the columns at which a horizontal line enters and leaves a convex quad; an empty span if they do not intersect. */
function crossings(quad: Quad, y: number): [left: number, right: number] {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < 4; index++) {
    const from = quad[index]!;
    const to = quad[(index + 1) % 4]!;
    if (from.y <= y === to.y <= y) continue;
    const x = from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  return [left, right];
}
