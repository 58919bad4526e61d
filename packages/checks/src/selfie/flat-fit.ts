import type { Point } from '@vendor/vision';
import { solve } from './solve.ts';

/**
 * How badly two views of the same places are explained by one flat picture that was moved, turned or tilted.
 *
 * Every view of a plane follows from every other by one projective map (Hartley and Zisserman, Multiple View Geometry, 13.1).
 * A head is no plane: when it turns, the nose moves against the cheeks. So what the best such map leaves over is depth.
 *
 * @returns root mean square of what is left over, where one is the root mean square distance of the places from their middle;
 * infinity when there is no such map.
 */
export function depthBetween(before: readonly Point[], after: readonly Point[]): number {
  if (before.length < 4 || before.length !== after.length) return Number.POSITIVE_INFINITY;
  const from = normalised(before);
  const to = normalised(after);
  const map = projectiveMap(from, to);
  if (!map) return Number.POSITIVE_INFINITY;
  const [a, b, c, d, e, f, g, h] = map as [number, number, number, number, number, number, number, number];
  let squares = 0;
  from.forEach(({ x, y }, index) => {
    const w = g * x + h * y + 1;
    const { x: toX, y: toY } = to[index]!;
    squares += ((a * x + b * y + c) / w - toX) ** 2 + ((d * x + e * y + f) / w - toY) ** 2;
  });
  return Math.sqrt(squares / from.length);
}

/** The same places around their middle, at a root mean square distance of one from it. */
function normalised(places: readonly Point[]): Point[] {
  const middleX = places.reduce((sum, { x }) => sum + x, 0) / places.length;
  const middleY = places.reduce((sum, { y }) => sum + y, 0) / places.length;
  const squares = places.reduce((sum, { x, y }) => sum + (x - middleX) ** 2 + (y - middleY) ** 2, 0);
  const spread = Math.sqrt(squares / places.length) || 1;
  return places.map(({ x, y }) => ({ x: (x - middleX) / spread, y: (y - middleY) / spread }));
}

/** The eight numbers of the map that fits best (linear least squares), or null when the places leave it open. */
function projectiveMap(from: readonly Point[], to: readonly Point[]): number[] | null {
  const sums = Array.from({ length: 8 }, () => new Array<number>(9).fill(0));
  const add = (row: readonly number[]) => {
    for (let i = 0; i < 8; i++) for (let j = 0; j < 9; j++) sums[i]![j]! += row[i]! * row[j]!;
  };
  from.forEach(({ x, y }, index) => {
    const { x: toX, y: toY } = to[index]!;
    add([x, y, 1, 0, 0, 0, -toX * x, -toX * y, toX]);
    add([0, 0, 0, x, y, 1, -toY * x, -toY * y, toY]);
  });
  return solve(sums);
}
