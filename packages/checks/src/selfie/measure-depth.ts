import type { Point } from '@vendor/vision';
import { solve } from './solve.ts';

/**
 * Measures how badly a homography explains two views of the same points, as of one flat picture that was moved, rotated or
 * tilted.
 *
 * Any two views of a plane are related by a homography (Hartley and Zisserman, Multiple View Geometry, 13.1). A head is not a
 * plane: when it turns, the nose moves relative to the cheeks. So the residual of the best homography is depth.
 *
 * @returns root mean square of the residual, in units of the points' root mean square distance from their centroid; infinity if
 *   no homography exists.
 */
export function measureDepth(before: readonly Point[], after: readonly Point[]): number {
  if (before.length < 4 || before.length !== after.length) return Number.POSITIVE_INFINITY;
  const from = normalisePoints(before);
  const to = normalisePoints(after);
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

/** Translates the points to their centroid and scales them to a root mean square distance of one. */
function normalisePoints(places: readonly Point[]): Point[] {
  const middleX = places.reduce((sum, { x }) => sum + x, 0) / places.length;
  const middleY = places.reduce((sum, { y }) => sum + y, 0) / places.length;
  const squares = places.reduce((sum, { x, y }) => sum + (x - middleX) ** 2 + (y - middleY) ** 2, 0);
  const spread = Math.sqrt(squares / places.length) || 1;
  return places.map(({ x, y }) => ({ x: (x - middleX) / spread, y: (y - middleY) / spread }));
}

/** Fits the eight parameters of a homography by linear least squares; null if the points do not determine it. */
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
