import { type Quad, quadArea } from '../quad.ts';
import { unitSquareToQuad } from './homography.ts';

/** Shape of a quad, taken as a rectangle seen by a camera. */
export interface RectangleShape {
  /** Longer side by shorter side. */
  readonly aspect: number;
  /** Size of the cosine of the angle between neighbouring sides; 0 for a true rectangle. */
  readonly skew: number;
}

/** The forms of documents: ID-1 cards (85.6 × 53.98 mm) and ID-3 pages (125 × 88 mm), ISO/IEC 7810. */
export const ASPECTS = [85.6 / 53.98, 125 / 88] as const;

/**
 * The focal length of cameras that look at documents, as a share of the longer side of the frame: 62° across, between the
 * 65° to 70° of phones and the 55° to 60° of laptops. A tenth more or less changes an aspect by a few percent at most.
 */
const FOCAL_SHARE = 0.83;

/**
 * The shape of the rectangle whose picture a quad is, under the usual focal length: the first two columns of the homography are
 * the pictures of its sides, which the camera's matrix takes back into space.
 *
 * @param frame - the size of the picture in the unit of the quad.
 * @returns null when the corners are none.
 */
export function rectangleShape(quad: Quad, frame: { width: number; height: number }): RectangleShape | null {
  const map = unitSquareToQuad(quad);
  if (!map) return null;
  const focal = FOCAL_SHARE * Math.max(frame.width, frame.height);
  const [along, across] = [0, 1].map((column) => {
    const depth = map[6 + column]!;
    return [
      map[column]! - (depth * frame.width) / 2,
      map[3 + column]! - (depth * frame.height) / 2,
      depth * focal,
    ];
  });
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, axis) => sum + value * b[axis]!, 0);
  const ratio = dot(along!, along!) / dot(across!, across!);
  return {
    aspect: Math.sqrt(Math.max(ratio, 1 / ratio)),
    skew: Math.abs(dot(along!, across!)) / Math.sqrt(dot(along!, along!) * dot(across!, across!)),
  };
}

/** How far an aspect is from that of the nearer form of document, as a difference of logarithms. */
export function aspectError(aspect: number): number {
  return Math.min(...ASPECTS.map((form) => Math.abs(Math.log(aspect / form))));
}

/**
 * Three numbers about the shape of a quad: how far its aspect is from a document's, its skew, and the root of its share of
 * the frame; null when the corners are none.
 */
export function documentShape(
  quad: Quad,
  frame: { width: number; height: number },
): readonly [error: number, skew: number, size: number] | null {
  const shape = rectangleShape(quad, frame);
  return (
    shape && [aspectError(shape.aspect), shape.skew, Math.sqrt(quadArea(quad) / (frame.width * frame.height))]
  );
}
