import type { Point, Quad } from '../quad.ts';

/** A homography as a 3 × 3 matrix in row-major order; the last number is the scale. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

/**
 * Computes the homography from the unit square to a quad: (0, 0) to its top left corner, (1, 1) to its bottom right one. Closed
 * form after Heckbert, "Fundamentals of Texture Mapping and Image Warping" (1989), section 2.2.3.
 *
 * @returns null if three corners are collinear, for which no homography exists.
 */
export function unitSquareToQuad(quad: Quad): Homography | null {
  const [a, b, c, d] = quad;
  const sumX = a.x - b.x + c.x - d.x;
  const sumY = a.y - b.y + c.y - d.y;
  const rightX = b.x - c.x;
  const rightY = b.y - c.y;
  const downX = d.x - c.x;
  const downY = d.y - c.y;
  const determinant = rightX * downY - downX * rightY;
  if (!(Math.abs(determinant) > 1e-9)) return null;
  const g = (sumX * downY - downX * sumY) / determinant;
  const h = (rightX * sumY - sumX * rightY) / determinant;
  return [
    b.x - a.x + g * b.x,
    d.x - a.x + h * d.x,
    a.x,
    b.y - a.y + g * b.y,
    d.y - a.y + h * d.y,
    a.y,
    g,
    h,
    1,
  ];
}

/** Inverts a map; null if it has no inverse. */
export function invertHomography(map: Homography): Homography | null {
  const [a, b, c, d, e, f, g, h, i] = map;
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (!(Math.abs(determinant) > 1e-12)) return null;
  const k = 1 / determinant;
  return [
    (e * i - f * h) * k,
    (c * h - b * i) * k,
    (b * f - c * e) * k,
    (f * g - d * i) * k,
    (a * i - c * g) * k,
    (c * d - a * f) * k,
    (d * h - e * g) * k,
    (b * g - a * h) * k,
    (a * e - b * d) * k,
  ];
}

/** Projects a point by a map. Points on the map's horizon give infinite coordinates. */
export function projectPoint(map: Homography, point: Point): Point {
  const scale = map[6] * point.x + map[7] * point.y + map[8];
  return {
    x: (map[0] * point.x + map[1] * point.y + map[2]) / scale,
    y: (map[3] * point.x + map[4] * point.y + map[5]) / scale,
  };
}
