import type { Point } from '@vendor/vision';
import { type FacePatch, patchPx, sampleBrightness } from './face-patch.ts';
import { solve } from './solve.ts';

/** x' = a·x + b·y + c, y' = d·x + e·y + f: moving, scaling, turning and stretching, which leave a picture what it is. */
type Affine = readonly [number, number, number, number, number, number];

/** The face within its outline, as an ellipse in shares of the patch. */
const ELLIPSE = { x: 0.5, y: 0.5, radiusX: 0.27, radiusY: 0.33 } as const;

const MOST_STEPS = 12;
/** A step that leaves hardly less than the one before has found what there is to find. */
const LEAST_GAIN = 0.0005;

/**
 * Measures the difference that is left of one face when another is laid over it as well as moving, scaling, turning,
 * stretching and more or less light can: the alignment of Lucas and Kanade (1981), begun at the landmarks.
 *
 * @returns root mean square of what is left over; 1 is the contrast of the face itself, 0 the same picture.
 */
export function faceDifference(one: FacePatch, other: FacePatch): number {
  const places = innerPlaces();
  const wanted = places.map(({ x, y }) => sampleBrightness(one.grey, x, y));
  const { mean, spread } = levelsOf(wanted);
  let map = affineBetween(one.landmarks, other.landmarks);
  let least = Number.POSITIVE_INFINITY;
  for (let step = 0; map && step < MOST_STEPS; step++) {
    const found: readonly Point[] = places.map(placedBy(map));
    const seen = found.map(({ x, y }) => sampleBrightness(other.grey, x, y));
    const levels = levelsOf(seen);
    const gain = 1 / levels.spread;
    const left = wanted.map((value, at) => (value - mean) / spread - gain * (seen[at]! - levels.mean));
    const rms = Math.sqrt(left.reduce((sum, value) => sum + value ** 2, 0) / left.length);
    if (rms > least - LEAST_GAIN) return Math.min(rms, least);
    least = rms;
    map = improved(map, places, found, left, (x, y) => gain * sampleBrightness(other.grey, x, y));
  }
  return least;
}

function innerPlaces(): Point[] {
  return Array.from({ length: patchPx ** 2 }, (_, at) => ({
    x: at % patchPx,
    y: Math.floor(at / patchPx),
  })).filter(({ x, y }) => {
    const across = (x / patchPx - ELLIPSE.x) / ELLIPSE.radiusX;
    const down = (y / patchPx - ELLIPSE.y) / ELLIPSE.radiusY;
    return across ** 2 + down ** 2 <= 1;
  });
}

function placedBy([a, b, c, d, e, f]: Affine): (place: Point) => Point {
  return ({ x, y }) => ({ x: a * x + b * y + c, y: d * x + e * y + f });
}

function levelsOf(values: readonly number[]): { readonly mean: number; readonly spread: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / values.length) || 1 };
}

/** One step of Gauss and Newton towards less left over; null where the face has no features to hold on to. */
function improved(
  map: Affine,
  places: readonly Point[],
  found: readonly Point[],
  left: readonly number[],
  seenAt: (x: number, y: number) => number,
): Affine | null {
  const sums = noSums();
  places.forEach(({ x, y }, at) => {
    const { x: toX, y: toY } = found[at]!;
    const slopeX = (seenAt(toX + 1, toY) - seenAt(toX - 1, toY)) / 2;
    const slopeY = (seenAt(toX, toY + 1) - seenAt(toX, toY - 1)) / 2;
    addEquation(sums, [slopeX * x, slopeX * y, slopeX, slopeY * x, slopeY * y, slopeY, left[at]!]);
  });
  const change = solve(sums);
  return change && (map.map((value, index) => value + change[index]!) as unknown as Affine);
}

function affineBetween(from: readonly Point[], to: readonly Point[]): Affine | null {
  const sums = noSums();
  from.forEach(({ x, y }, index) => {
    addEquation(sums, [x, y, 1, 0, 0, 0, to[index]!.x]);
    addEquation(sums, [0, 0, 0, x, y, 1, to[index]!.y]);
  });
  return solve(sums) as Affine | null;
}

const noSums = (): number[][] => Array.from({ length: 6 }, () => new Array<number>(7).fill(0));

/** Adds an equation of six unknowns, its right side last, to the sums of least squares. */
function addEquation(sums: number[][], equation: readonly number[]): void {
  for (let i = 0; i < 6; i++) {
    const row = sums[i]!;
    for (let j = 0; j < 7; j++) row[j]! += equation[i]! * equation[j]!;
  }
}
