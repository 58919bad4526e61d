import { type Quad, quadArea } from '../quad.ts';
import { unitSquareToQuad } from './homography.ts';

/** Shape of a quad, interpreted as the perspective view of a rectangle. */
export interface RectangleShape {
  /** Longer side divided by shorter side. */
  readonly aspect: number;
  /** Absolute cosine of the angle between neighbouring sides; 0 for a true rectangle. */
  readonly skew: number;
}

/** Aspect ratios of documents: ID-1 cards (85.6 × 53.98 mm) and ID-3 pages (125 × 88 mm), ISO/IEC 7810. */
export const ASPECTS = [85.6 / 53.98, 125 / 88] as const;

/**
 * Assumed focal length as a share of the frame's longer side: a field of view of 62°, between the 65° to 70° of phones and the
 * 55° to 60° of laptops. A tenth more or less changes an aspect by a few percent at most.
 */
const FOCAL_SHARE = 0.83;

/**
 * Reconstructs the rectangle whose perspective view is a quad, assuming the usual focal length: the inverse camera matrix maps
 * the first two columns of the homography to the directions of its sides.
 *
 * @param frame - size of the picture, in the same unit as the quad.
 * @returns null if the corners form no quad.
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

/** Returns the difference of logarithms between an aspect ratio and that of the nearest document format. */
export function aspectError(aspect: number): number {
  return Math.min(...ASPECTS.map((form) => Math.abs(Math.log(aspect / form))));
}

/**
 * Returns three features of a quad's shape: deviation of its aspect ratio from a document's, skew, and the square root of its
 * share of the frame; null if the corners form no quad.
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
