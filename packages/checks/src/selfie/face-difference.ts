import type { Point } from '@vendor/vision';
import { type FacePatch, patchPx, sampleBrightness } from './face-patch.ts';
import { solve } from './solve.ts';

/**
 * Affine transform: x' = a·x + b·y + c, y' = d·x + e·y + f. Translation, scale, rotation and shear do not make another picture.
 */
type Affine = readonly [number, number, number, number, number, number];

/** The inner face, as an ellipse in shares of the patch. */
const ELLIPSE = { x: 0.5, y: 0.5, radiusX: 0.27, radiusY: 0.33 } as const;

const MAX_STEPS = 12;
/** Minimum decrease of the residual per step; below it the alignment has converged. */
const MIN_GAIN = 0.0005;

/**
 * Measures the difference between two faces that remains after the best affine alignment and adjustment of brightness and
 * contrast: the method of Lucas and Kanade (1981), starting from the landmarks.
 *
 * @returns root mean square of the residual; 1 is the contrast of the face itself, 0 an identical picture.
 */
export function faceDifference(one: FacePatch, other: FacePatch): number {
  const places = listInnerPoints();
  const target = places.map(({ x, y }) => sampleBrightness(one.grey, x, y));
  const { mean, spread } = levelsOf(target);
  let map = fitAffine(one.landmarks, other.landmarks);
  let smallest = Number.POSITIVE_INFINITY;
  for (let step = 0; map && step < MAX_STEPS; step++) {
    const found: readonly Point[] = places.map(applyAffine(map));
    const sampled = found.map(({ x, y }) => sampleBrightness(other.grey, x, y));
    const levels = levelsOf(sampled);
    const gain = 1 / levels.spread;
    const residual = target.map((value, at) => (value - mean) / spread - gain * (sampled[at]! - levels.mean));
    const rms = Math.sqrt(residual.reduce((sum, value) => sum + value ** 2, 0) / residual.length);
    if (rms > smallest - MIN_GAIN) return Math.min(rms, smallest);
    smallest = rms;
    map = gaussNewtonStep(map, places, found, residual, (x, y) => gain * sampleBrightness(other.grey, x, y));
  }
  return smallest;
}

function listInnerPoints(): Point[] {
  return Array.from({ length: patchPx ** 2 }, (_, at) => ({
    x: at % patchPx,
    y: Math.floor(at / patchPx),
  })).filter(({ x, y }) => {
    const across = (x / patchPx - ELLIPSE.x) / ELLIPSE.radiusX;
    const down = (y / patchPx - ELLIPSE.y) / ELLIPSE.radiusY;
    return across ** 2 + down ** 2 <= 1;
  });
}

function applyAffine([a, b, c, d, e, f]: Affine): (place: Point) => Point {
  return ({ x, y }) => ({ x: a * x + b * y + c, y: d * x + e * y + f });
}

function levelsOf(values: readonly number[]): { readonly mean: number; readonly spread: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / values.length) || 1 };
}

/** Performs one Gauss–Newton step that reduces the residual; null if the face has too little texture for a solution. */
function gaussNewtonStep(
  map: Affine,
  places: readonly Point[],
  found: readonly Point[],
  residual: readonly number[],
  seenAt: (x: number, y: number) => number,
): Affine | null {
  const sums = emptySums();
  places.forEach(({ x, y }, at) => {
    const { x: toX, y: toY } = found[at]!;
    const slopeX = (seenAt(toX + 1, toY) - seenAt(toX - 1, toY)) / 2;
    const slopeY = (seenAt(toX, toY + 1) - seenAt(toX, toY - 1)) / 2;
    addEquation(sums, [slopeX * x, slopeX * y, slopeX, slopeY * x, slopeY * y, slopeY, residual[at]!]);
  });
  const change = solve(sums);
  return change && (map.map((value, index) => value + change[index]!) as unknown as Affine);
}

function fitAffine(from: readonly Point[], to: readonly Point[]): Affine | null {
  const sums = emptySums();
  from.forEach(({ x, y }, index) => {
    addEquation(sums, [x, y, 1, 0, 0, 0, to[index]!.x]);
    addEquation(sums, [0, 0, 0, x, y, 1, to[index]!.y]);
  });
  return solve(sums) as Affine | null;
}

const emptySums = (): number[][] => Array.from({ length: 6 }, () => new Array<number>(7).fill(0));

/** Adds an equation in six unknowns, with its right side last, to the normal equations. */
function addEquation(sums: number[][], equation: readonly number[]): void {
  for (let i = 0; i < 6; i++) {
    const row = sums[i]!;
    for (let j = 0; j < 7; j++) row[j]! += equation[i]! * equation[j]!;
  }
}
