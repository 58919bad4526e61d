import type { RgbaImage } from '../image.ts';
import { isConvexQuad, type Point, type Quad } from '../quad.ts';
import { type ColourSampler, createColourSampler } from './colour-sampler.ts';
import { crossing } from './line.ts';
import { printInside } from './print-inside.ts';
import { documentShape } from './rectangle.ts';
import { createSideFitter, type SideFit } from './side-fit.ts';

/** A quad fitted to the frame itself, with what speaks for and against it. */
export interface RefinedQuad {
  /** Clockwise, in frame pixels. */
  readonly quad: Quad;
  /** {@link REFINED_FEATURES} numbers. */
  readonly features: readonly number[];
}

/** How many features a refined quad has. */
export const REFINED_FEATURES = 14;

/** Corners may lie this far outside of the frame, px: rounded ones are cut off without a loss. */
const OVERHANG = 6;

/** Neighbouring sides meet at 24° and more. */
const LEAST_SINE = 0.4;

/** Which of them tells how far the sides go on beyond their corners, 0 to 1. */
export const BEYOND_FEATURE = 5;

/** Places beyond a corner that are looked at, from 4 px on. */
const BEYOND = 6;

/**
 * Prepares to fit quads to one frame.
 *
 * @returns a function that moves a quad to the edges around it, first within `radii[0]` px, then within `radii[1]`;
 *   null when what comes out cannot be a document.
 */
export function createRefiner(
  image: RgbaImage,
): (quad: Quad, radii: readonly [number, number]) => RefinedQuad | null {
  const sampler = createColourSampler(image);
  const fitSide = createSideFitter(sampler);
  return (start, radii) => {
    let quad = start;
    let sides: SideFit[] = [];
    for (const radius of radii) {
      sides = quad.map((corner, side) => fitSide(corner, quad[(side + 1) % 4]!, radius));
      const corners = sides.map((side, index) => crossing(sides[(index + 3) % 4]!, side, LEAST_SINE));
      if (!corners.every((corner) => corner && isWithin(corner, image, -OVERHANG))) return null;
      quad = corners as unknown as Quad;
    }
    const shape = isConvexQuad(quad) && documentShape(quad, image, 1);
    if (!shape) return null;

    const shares = sides.map((side) => side.share).sort((a, b) => a - b);
    const contrasts = sides.map((side) => Math.log(1 + side.contrast)).sort((a, b) => a - b);
    const beyond = sides.map((side, index) => {
      const from = quad[index]!;
      const to = quad[(index + 1) % 4]!;
      return [goesOn(side, to, from, image, sampler), goesOn(side, from, to, image, sampler)] as const;
    });
    const lighter = sides.reduce((sum, side) => sum + (side.channel === 0 ? side.sign : 0), 0);
    const { detail, range } = printInside(quad, sampler);
    return {
      quad,
      features: [
        shares[0]!,
        shares[1]!,
        mean(shares),
        contrasts[0]!,
        contrasts[1]!,
        mean(beyond.flat()),
        Math.max(...beyond.map(mean)),
        ...shape,
        Math.abs(lighter) / 4,
        Math.log(1 + detail),
        Math.log(1 + range),
        // Where two neighbours go on beyond the side between them, that side is a line printed across the document.
        Math.max(...beyond.map(([before], index) => Math.min(before, beyond[(index + 2) % 4]![1]))),
      ],
    };
  };
}

/** Whether a point lies in the frame and this far from its border. */
export function isWithin(
  { x, y }: Point,
  { width, height }: { width: number; height: number },
  margin: number,
): boolean {
  return x > margin && y > margin && x < width - margin && y < height - margin;
}

/** 0 to 1: how much of the edge of a side there is beyond one of its corners, in the same channel and sign. */
function goesOn(side: SideFit, from: Point, corner: Point, image: RgbaImage, sampler: ColourSampler): number {
  const [dx, dy] = [corner.x - from.x, corner.y - from.y];
  const length = Math.sqrt(dx * dx + dy * dy) || 1;
  let found = 0;
  for (let step = 0; step < BEYOND; step++) {
    const away = 1 + (4 + step * Math.max(2, length * 0.025)) / length;
    const place = { x: from.x + dx * away, y: from.y + dy * away };
    if (isWithin(place, image, 3)) found += edgeAt(side, place, sampler) / BEYOND;
  }
  return found;
}

/** How much of a side's contrast there is at a point, looked for one pixel to either side. */
function edgeAt(
  { cos, sin, channel, sign, contrast }: SideFit,
  { x, y }: Point,
  { look, colour }: ColourSampler,
): number {
  const at = (off: number): number => {
    look(x + cos * off, y + sin * off);
    return colour[channel]! * sign * 2;
  };
  const most = Math.max(at(0.7) - at(-2.7), at(1.7) - at(-1.7), at(2.7) - at(-0.7));
  return Math.max(0, Math.min(1, most / (contrast + 2)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
