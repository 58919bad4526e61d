import { type Quad, quadArea } from '../quad.ts';
import { cross, dot, rayThrough, type Vector, wayTo } from './view-ray.ts';

/** What a quad would be if it were a rectangle seen by a camera. */
export interface RectangleShape {
  /** Longer side by shorter side. */
  readonly aspect: number;
  /** Size of the cosine of the angle between neighbouring sides; 0 for a true rectangle. */
  readonly skew: number;
}

/** The forms of documents: ID-1 cards (85.6 × 53.98 mm) and ID-3 pages (125 × 88 mm), ISO/IEC 7810. */
export const ASPECTS = [85.6 / 53.98, 125 / 88] as const;

/**
 * The shape of the rectangle whose picture a quad is, under the usual focal length: opposite sides are parallel in
 * space, so both lie in the direction in which the planes through them and the eye meet.
 *
 * @param frame - the size of the picture in the unit of the quad.
 */
export function rectangleShape(quad: Quad, frame: { width: number; height: number }): RectangleShape {
  const [a, b, c, d] = quad.map((corner) => rayThrough(corner, frame)) as unknown as readonly [
    Vector,
    Vector,
    Vector,
    Vector,
  ];
  const along = wayTo(b, a, cross(cross(a, b), cross(d, c)));
  const across = wayTo(d, a, cross(cross(a, d), cross(b, c)));
  const squares = [dot(along, along), dot(across, across)] as const;
  return {
    aspect: Math.sqrt(Math.max(...squares) / Math.min(...squares)),
    skew: Math.abs(dot(along, across)) / Math.sqrt(squares[0] * squares[1]),
  };
}

/** How far an aspect is from that of the nearer form of document, as a difference of logarithms. */
export function aspectError(aspect: number): number {
  return Math.min(...ASPECTS.map((form) => Math.abs(Math.log(aspect / form))));
}

/**
 * Three numbers about the shape of a quad: how far its aspect is from a document's, its skew, and the root of its share of
 * the frame; null when it cannot be a document. Those are 1.42 to 1.59; the rest is for an unknown focal length and bent pages.
 *
 * @param play - 0 for a quad from a rough picture; 1 for one that was fitted and may have come out a little beyond the limits.
 */
export function documentShape(
  quad: Quad,
  frame: { width: number; height: number },
  play: 0 | 1,
): readonly [error: number, skew: number, size: number] | null {
  const share = quadArea(quad) / (frame.width * frame.height);
  const { aspect, skew } = rectangleShape(quad, frame);
  return share >= 0.06 - 0.005 * play &&
    aspect >= 1.22 - 0.02 * play &&
    aspect <= 1.85 + 0.05 * play &&
    skew <= 0.3 + 0.05 * play
    ? [aspectError(aspect), skew, Math.sqrt(share)]
    : null;
}
