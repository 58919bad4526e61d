import type { EdgeMap } from './edge-map.ts';
import type { Line } from './line.ts';

/** Places of the line less than this far inside the map have no slope. */
const BORDER = 2;

/**
 * Walks along a line and sums up, place by place, how well the edge map supports it there: the best of three points
 * across, by weight and by how squarely the slope crosses the line.
 *
 * @param reach - the walk goes from −reach to reach; the line's sums have 2 · reach + 2 entries.
 * @returns mean support of the places inside the map.
 */
export function sumSupport(line: Line, map: EdgeMap, reach: number): number {
  const { cos, sin, offset, rising, falling } = line;
  const { width, height, slopeX, slopeY, strength, weight } = map;
  const startX = width / 2 + offset * cos;
  const startY = height / 2 + offset * sin;
  const [first, last] = placesInside(startX, startY, line, map, reach);
  rising.fill(0, 0, first + 1);
  falling.fill(0, 0, first + 1);
  for (let k = first; k <= last; k++) {
    const x = startX - (k - reach) * sin;
    const y = startY + (k - reach) * cos;
    let best = 0;
    let rises = true;
    for (let side = -1; side <= 1; side++) {
      const i = ((y + side * sin) | 0) * width + ((x + side * cos) | 0);
      const most = weight[i]!;
      if (most <= best) continue;
      const square = (slopeX[i]! * cos + slopeY[i]! * sin) / strength[i]!;
      // The fourth power: at 30° off, half of the support is gone; at 45°, three quarters.
      const support = most * square * square * square * square;
      if (support > best) {
        best = support;
        rises = square > 0;
      }
    }
    // A point that clearly stands out counts fully: contrast beyond that says nothing about straightness.
    const counted = best > 0.5 ? 1 : best * 2;
    rising[k + 1] = rising[k]! + (rises ? counted : 0);
    falling[k + 1] = falling[k]! + (rises ? 0 : counted);
  }
  rising.fill(rising[last + 1]!, last + 2);
  falling.fill(falling[last + 1]!, last + 2);
  return (rising[last + 1]! + falling[last + 1]!) / (last - first + 2);
}

/** The first and last place of a line inside the map, counted from −reach on. */
function placesInside(
  startX: number,
  startY: number,
  { cos, sin }: Line,
  map: EdgeMap,
  reach: number,
): [first: number, last: number] {
  const [fromX, toX] = stretchInside(startX, -sin, map.width);
  const [fromY, toY] = stretchInside(startY, cos, map.height);
  const first = Math.max(0, Math.ceil(Math.max(fromX, fromY)) + reach);
  const last = Math.min(2 * reach, Math.floor(Math.min(toX, toY)) + reach);
  return first <= last ? [first, last] : [0, -1];
}

/** Where start + t · step lies between the borders of one axis. */
function stretchInside(start: number, step: number, length: number): [from: number, to: number] {
  const low = BORDER - start;
  const high = length - BORDER - 1e-3 - start;
  if (Math.abs(step) < 1e-6) return low <= 0 && high >= 0 ? [-1e6, 1e6] : [1, -1];
  return step > 0 ? [low / step, high / step] : [high / step, low / step];
}
