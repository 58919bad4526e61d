import type { RgbaImage } from '../image.ts';
import { isConvexQuad, type Point, type Quad, quadArea } from '../quad.ts';
import { type ColourSampler, createColourSampler } from './colour-sampler.ts';
import { printInside } from './print-inside.ts';
import { aspectError, rectangleShape } from './rectangle.ts';
import { createSideFitter, type SideFit } from './side-fit.ts';

/** A quad fitted to the frame itself, with what speaks for and against it. */
export interface RefinedQuad {
  /** Clockwise, in frame pixels. */
  readonly quad: Quad;
  /** {@link REFINED_FEATURES} numbers. */
  readonly features: readonly number[];
}

/** How many features a refined quad has. */
export const REFINED_FEATURES = 15;

/** Corners may lie this far outside of the frame, px: rounded ones are cut off without a loss. */
const OVERHANG = 6;

const LEAST_AREA_SHARE = 0.055;
const LEAST_ASPECT = 1.2;
const MOST_ASPECT = 1.9;
const MOST_SKEW = 0.35;

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
    let quad: Quad | null = start;
    let sides: SideFit[] = [];
    for (const radius of radii) {
      const current: Quad = quad;
      sides = current.map((corner, side) => fitSide(corner, current[(side + 1) % 4]!, radius));
      quad = cornersOf(sides, image);
      if (!quad) return null;
    }
    return judge(quad, sides, image, sampler);
  };
}

/** Where neighbouring sides meet; null when they hardly cross or meet outside of the frame. */
function cornersOf(sides: readonly SideFit[], image: RgbaImage): Quad | null {
  const corners: Point[] = [];
  for (let corner = 0; corner < 4; corner++) {
    const a = sides[(corner + 3) % 4]!;
    const b = sides[corner]!;
    const sine = a.cos * b.sin - b.cos * a.sin;
    if (Math.abs(sine) < 0.4) return null;
    const x = (a.offset * b.sin - b.offset * a.sin) / sine;
    const y = (a.cos * b.offset - b.cos * a.offset) / sine;
    const within =
      x > -OVERHANG && x < image.width + OVERHANG && y > -OVERHANG && y < image.height + OVERHANG;
    if (!within) return null;
    corners.push({ x, y });
  }
  const quad = corners as unknown as Quad;
  return isConvexQuad(quad) ? quad : null;
}

function judge(
  quad: Quad,
  sides: readonly SideFit[],
  image: RgbaImage,
  sampler: ColourSampler,
): RefinedQuad | null {
  const area = quadArea(quad) / (image.width * image.height);
  if (area < LEAST_AREA_SHARE) return null;
  const { aspect, skew } = rectangleShape(quad, image);
  if (!(aspect > LEAST_ASPECT && aspect < MOST_ASPECT && skew < MOST_SKEW)) return null;

  const shares = sides.map((side) => side.share).sort((a, b) => a - b);
  const contrasts = sides.map((side) => Math.log(1 + side.contrast)).sort((a, b) => a - b);
  const beyond = sides.map((side, index) =>
    goesOn(side, quad[index]!, quad[(index + 1) % 4]!, image, sampler),
  );
  const lighter = sides.reduce((sum, side) => sum + (side.channel === 0 ? side.sign : 0), 0);
  const print = printInside(quad, sampler);
  return {
    quad,
    features: [
      shares[0]!,
      shares[1]!,
      mean(shares),
      contrasts[0]!,
      contrasts[1]!,
      mean(beyond),
      Math.max(...beyond),
      aspectError(aspect),
      skew,
      Math.sqrt(area),
      Math.abs(lighter) / 4,
      shares[0]! * contrasts[0]!,
      Math.log(1 + print.detail),
      Math.log(1 + print.range),
      opening(quad, sides, image, sampler),
    ],
  };
}

/** 0 to 1: how far the edge of a side goes on beyond its two corners, in the same channel and sign. */
function goesOn(side: SideFit, from: Point, to: Point, image: RgbaImage, sampler: ColourSampler): number {
  const length = Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2) || 1;
  const alongX = (to.x - from.x) / length;
  const alongY = (to.y - from.y) / length;
  const stride = Math.max(2.5, length * 0.03);
  let found = 0;
  for (let step = 0; step < 6; step++) {
    const away = 6 + step * stride;
    found += edgeAt(side, from.x - alongX * away, from.y - alongY * away, image, sampler);
    found += edgeAt(side, to.x + alongX * away, to.y + alongY * away, image, sampler);
  }
  return found / 12;
}

/**
 * 0 to 1: how far two neighbours go on right beyond the side between them, for the side where they do most. Where they do, that
 * side is a line printed across the document.
 */
function opening(quad: Quad, sides: readonly SideFit[], image: RgbaImage, sampler: ColourSampler): number {
  let most = 0;
  for (let index = 0; index < 4; index++) {
    const before = nearEdge(sides[(index + 3) % 4]!, quad[(index + 3) % 4]!, quad[index]!, image, sampler);
    const after = nearEdge(
      sides[(index + 1) % 4]!,
      quad[(index + 2) % 4]!,
      quad[(index + 1) % 4]!,
      image,
      sampler,
    );
    most = Math.max(most, Math.min(before, after));
  }
  return most;
}

/** 0 to 1: how much of the edge of a side there is from 4 to 12 px beyond one of its corners. */
function nearEdge(
  side: SideFit,
  from: Point,
  corner: Point,
  image: RgbaImage,
  sampler: ColourSampler,
): number {
  const length = Math.sqrt((corner.x - from.x) ** 2 + (corner.y - from.y) ** 2) || 1;
  let found = 0;
  for (let away = 4; away <= 12; away += 2) {
    const x = corner.x + ((corner.x - from.x) / length) * away;
    const y = corner.y + ((corner.y - from.y) / length) * away;
    found += edgeAt(side, x, y, image, sampler) / 5;
  }
  return found;
}

/** How much of a side's contrast there is at a point, looked for one pixel to either side. */
function edgeAt(side: SideFit, x: number, y: number, image: RgbaImage, sampler: ColourSampler): number {
  if (x < 3 || y < 3 || x > image.width - 4 || y > image.height - 4) return 0;
  let most = 0;
  for (let off = -1; off <= 1; off++) {
    sampler.look(x + side.cos * (off + 1.7), y + side.sin * (off + 1.7));
    const within = sampler.colour[side.channel]!;
    sampler.look(x + side.cos * (off - 1.7), y + side.sin * (off - 1.7));
    most = Math.max(most, (within - sampler.colour[side.channel]!) * side.sign * 2);
  }
  return Math.min(1, most / (side.contrast + 2));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
