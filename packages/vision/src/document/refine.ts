import type { RgbaImage } from '../image.ts';
import { isConvexQuad, type Point, type Quad } from '../quad.ts';
import { createColourSampler } from './colour-sampler.ts';
import { intersectLines } from './line.ts';
import { documentShape } from './rectangle.ts';
import { createSideFitter, type SideFit } from './side-fit.ts';

/** A quad fitted to the edges of the frame, with features that score it. */
export interface RefinedQuad {
  /** Clockwise, in frame pixels. */
  readonly quad: Quad;
  /** {@link REFINED_FEATURES} numbers. */
  readonly features: readonly number[];
}

/** Number of features of a refined quad. */
export const REFINED_FEATURES = 9;

/** Maximum distance of corners outside the frame, px; rounded corners may be cut off without losing content. */
const OVERHANG = 6;

/** Sine of 24°, the minimum angle between neighbouring sides. */
const MIN_SINE = 0.4;

/**
 * Creates a function that fits quads to one frame.
 *
 * @returns a function that moves a quad to the edges around it, first within `radii[0]` px, then within `radii[1]`; null if the
 *   result cannot be a document.
 */
export function createRefiner(
  image: RgbaImage,
): (quad: Quad, radii: readonly [number, number]) => RefinedQuad | null {
  const fitSide = createSideFitter(createColourSampler(image));
  return (start, radii) => {
    let quad = start;
    let sides: SideFit[] = [];
    for (const radius of radii) {
      sides = quad.map((corner, side) => fitSide(corner, quad[(side + 1) % 4]!, radius));
      const corners = sides.map((side, index) => intersectLines(sides[(index + 3) % 4]!, side, MIN_SINE));
      if (!corners.every((corner) => corner && isInReach(corner, image))) return null;
      quad = corners as unknown as Quad;
    }
    const shape = isConvexQuad(quad) && documentShape(quad, image);
    if (!shape) return null;

    const shares = sides.map((side) => side.share).sort((a, b) => a - b);
    const contrasts = sides.map((side) => Math.log(1 + side.contrast)).sort((a, b) => a - b);
    // Agreement of the sides on whether the document is lighter or darker than its surroundings, −4 to 4.
    const agreement = sides.reduce((sum, side) => sum + (side.channel === 0 ? side.sign : 0), 0);
    return {
      quad,
      features: [
        shares[0]!,
        shares[1]!,
        mean(shares),
        contrasts[0]!,
        contrasts[1]!,
        ...shape,
        Math.abs(agreement) / 4,
      ],
    };
  };
}

function isInReach({ x, y }: Point, { width, height }: RgbaImage): boolean {
  return x > -OVERHANG && y > -OVERHANG && x < width + OVERHANG && y < height + OVERHANG;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
