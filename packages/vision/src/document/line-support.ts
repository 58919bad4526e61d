import { DIRECTIONS, type EdgePoints } from './edge-points.ts';
import type { Line } from './line.ts';

/** Points this close to a line support it, in px of the edge map. */
const ON_LINE = 2;

/**
 * Sums up along a line, place by place, how well the edge points near it support it there.
 *
 * @param near - places of the points in question in the list.
 */
export function sumSupport(line: Line, { x, y, turn }: EdgePoints, near: readonly number[]): void {
  const { cos, sin, offset, rising, falling, direction } = line;
  const reach = (rising.length - 2) >> 1;
  rising.fill(0);
  falling.fill(0);
  // A point that stands out counts fully: contrast beyond that says nothing about straightness.
  // Neighbouring points of a slanted line are further apart than those of an upright one.
  const stretch = 1 / Math.max(Math.abs(cos), Math.abs(sin));
  for (const point of near) {
    const px = x[point]!;
    const py = y[point]!;
    if (Math.abs(px * cos + py * sin - offset) > ON_LINE) continue;
    const sums = (turn[point]! - direction + DIRECTIONS / 2) & DIRECTIONS ? falling : rising;
    const place = py * cos - px * sin + reach + 1;
    const share = place % 1;
    sums[place | 0] = sums[place | 0]! + stretch * (1 - share);
    sums[(place | 0) + 1] = sums[(place | 0) + 1]! + stretch * share;
  }
  for (let k = 1; k < rising.length; k++) {
    rising[k] = rising[k - 1]! + Math.min(1, rising[k]!);
    falling[k] = falling[k - 1]! + Math.min(1, falling[k]!);
  }
}
