import type { Quad } from '../quad.ts';
import { ASPECTS } from './rectangle.ts';
import { away, cross, dot, rayThrough, seenAt, type Vector, wayTo } from './view-ray.ts';

/** A document lies either way round: its sides beside a known one are longer or shorter by these. */
const PROPORTIONS = ASPECTS.flatMap((aspect) => [aspect, 1 / aspect]);

/**
 * Takes each side of a quad away in turn and puts it where it belongs if the other three are right and the document has
 * one of the known forms. So a document is found of which one side is not seen, and a printed line was taken for it.
 *
 * Two sides that are parallel in space point to where the planes through them and the eye meet; the third one is
 * square to that, which tells how it lies and with its length the length of the two.
 *
 * @param frame - the size of the picture in the unit of the quad.
 */
export function completeQuad(quad: Quad, frame: { width: number; height: number }): Quad[] {
  const rays = quad.map((corner) => rayThrough(corner, frame));
  return quad.flatMap((from, side) => {
    const [a, b, c, d] = [0, 1, 2, 3].map((turn) => rays[(side + turn) % 4]) as unknown as Vector[];
    const to = quad[(side + 1) % 4]!;
    const down = cross(cross(a!, d!), cross(b!, c!));
    const along = wayTo(b!, a!, cross(cross(a!, b!), down));
    const length =
      Math.sqrt(dot(along, along) / dot(down, down)) * Math.sign(dot(cross(a!, d!), cross(a!, down)));
    return PROPORTIONS.map(
      (proportion): Quad => [
        from,
        to,
        seenAt(away(away(a!, along, 1), down, length * proportion), frame),
        seenAt(away(a!, down, length * proportion), frame),
      ],
    );
  });
}
