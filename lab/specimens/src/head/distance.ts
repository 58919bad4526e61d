/**
 * Returns the distance from a point to an ellipsoid, negative inside; the point is relative to the centre. First-order exact at
 * the surface (Quilez, "Ellipsoid SDF"), which is enough for ray marching.
 */
export function toEllipsoid(x: number, y: number, z: number, rx: number, ry: number, rz: number): number {
  const u = x / rx;
  const v = y / ry;
  const w = z / rz;
  return distanceAt(Math.sqrt(u * u + v * v + w * w), u, v, w, rx, ry, rz);
}

/** @param scaled - distance from the centre as a share of that of the surface in the same direction: 1 on the surface. */
function distanceAt(
  scaled: number,
  u: number,
  v: number,
  w: number,
  rx: number,
  ry: number,
  rz: number,
): number {
  const slope = Math.sqrt((u * u) / (rx * rx) + (v * v) / (ry * ry) + (w * w) / (rz * rz));
  return slope > 0 ? (scaled * (scaled - 1)) / slope : -Math.min(rx, ry, rz);
}

/** Returns the distance to the union of two surfaces, blended over a width of `soft`. */
export function melt(a: number, b: number, soft: number): number {
  const overlap = Math.max(soft - Math.abs(a - b), 0);
  return Math.min(a, b) - (overlap * overlap) / (4 * soft);
}

/**
 * Returns `melt(a, toEllipsoid(x, y, z, rx, ry, rz), soft)`, without computing the distance to an ellipsoid that is too far away
 * to change the result.
 */
export function meltEllipsoid(
  a: number,
  soft: number,
  x: number,
  y: number,
  z: number,
  rx: number,
  ry: number,
  rz: number,
): number {
  const u = x / rx;
  const v = y / ry;
  const w = z / rz;
  const scaled = Math.sqrt(u * u + v * v + w * w);
  // Outside, the distance is at least this, because the slope is at most `scaled` divided by the smallest radius.
  if (scaled > 1 && (scaled - 1) * Math.min(rx, ry, rz) >= a + soft) return a;
  return melt(a, distanceAt(scaled, u, v, w, rx, ry, rz), soft);
}

/** Returns the distance to the first surface with the second one carved out, the edge rounded over a width of `soft`. */
export function carve(a: number, b: number, soft: number): number {
  return -melt(-a, b, soft);
}
