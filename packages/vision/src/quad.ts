/** A point in pixels; x to the right, y down, (0, 0) is the top left corner of the picture, so a pixel's centre ends in .5. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Four corners, clockwise in the picture, starting at the top left one of the upright document. */
export type Quad = readonly [topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point];

/** Computes the area of a quad that does not cross itself, in square pixels. */
export function quadArea(quad: Quad): number {
  return Math.abs(signedArea(quad));
}

/** Returns whether the quad is convex and clockwise, without flat corners. Only such a quad can be a document. */
export function isConvexQuad(quad: Quad): boolean {
  return quad.every((corner, index) => turn(corner, quad[(index + 1) % 4]!, quad[(index + 2) % 4]!) > 0);
}

/** Returns whether a point lies inside a convex, clockwise quad or on its border. */
export function isInsideQuad(point: Point, quad: Quad): boolean {
  return quad.every((corner, index) => turn(corner, quad[(index + 1) % 4]!, point) >= 0);
}

/** Returns the corners of a whole picture. */
export function pictureCorners({ width, height }: { readonly width: number; readonly height: number }): Quad {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
}

/** Returns the bounding box of a quad. */
export function quadBounds(quad: Quad): { left: number; top: number; right: number; bottom: number } {
  const xs = quad.map((corner) => corner.x);
  const ys = quad.map((corner) => corner.y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Returns the lengths of the four sides in pixels: top, right, bottom, left. */
export function sideLengths(quad: Quad): [top: number, right: number, bottom: number, left: number] {
  const lengths = quad.map(({ x, y }, index) => {
    const to = quad[(index + 1) % 4]!;
    return Math.hypot(to.x - x, to.y - y);
  });
  return lengths as [number, number, number, number];
}

/** Maps each corner of a quad. */
export function mapCorners(quad: Quad, map: (corner: Point, index: number) => Point): Quad {
  return quad.map(map) as unknown as Quad;
}

/** Rotates the corner order of a quad to match another quad's as closely as possible. */
export function turnTowards(quad: Quad, other: Quad): Quad {
  let best = quad;
  for (let turn = 1; turn < 4; turn++) {
    const turned = mapCorners(quad, (_, index) => quad[(index + turn) % 4]!);
    if (farthestCorner(turned, other) < farthestCorner(best, other)) best = turned;
  }
  return best;
}

/** Returns the largest distance between corresponding corners. */
export function farthestCorner(quad: Quad, other: Quad): number {
  return Math.max(...quad.map(({ x, y }, index) => Math.hypot(x - other[index]!.x, y - other[index]!.y)));
}

/** Scales a quad to a picture of another size; `factor` 2 doubles every coordinate. */
export function scaleQuad(quad: Quad, factor: number): Quad {
  return mapCorners(quad, ({ x, y }) => ({ x: x * factor, y: y * factor }));
}

/**
 * Reorders four corners, given in order around the quad in either direction, to a {@link Quad} of a document that is wider than
 * high: the first side is the long one that faces up.
 *
 * A document on its side may have been rotated either way; of two long sides that face left and right, the right one is taken
 * as the top.
 */
export function orderLandscapeQuad(corners: Quad): Quad {
  const quad = clockwise(corners);
  const [top, right, bottom, left] = sideLengths(quad);
  const long = top + bottom >= right + left ? 0 : 1;
  const start = facesUp(quad, long) >= facesUp(quad, long + 2) ? long : long + 2;
  return mapCorners(quad, (_, index) => quad[(start + index) % 4]!);
}

/** Returns the same corners in clockwise order. */
export function clockwise(quad: Quad): Quad {
  const [a, b, c, d] = quad;
  return signedArea(quad) >= 0 ? quad : [a, d, c, b];
}

/** Returns how far the outward normal of a side points up; vertical sides favour the right one, to avoid a tie. */
function facesUp(quad: Quad, side: number): number {
  const from = quad[side]!;
  const to = quad[(side + 1) % 4]!;
  return to.x - from.x + 0.01 * (to.y - from.y);
}

function signedArea(quad: Quad): number {
  const twice = quad.reduce((sum, { x, y }, index) => {
    const to = quad[(index + 1) % 4]!;
    return sum + x * to.y - to.x * y;
  }, 0);
  return twice / 2;
}

/** Positive if the path a → b → c turns clockwise. */
function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}
