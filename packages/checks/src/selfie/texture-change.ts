import type { Point } from '@vendor/vision';
import { type MeshPatch, patchPx, sampleBrightness } from './face-patch.ts';

/** Every third point of the mesh is the centre of a spot that is compared. */
const SPOT_STEP = 3;
/** Radius of a spot in pixels of the patch; an eye is three times as wide as a spot. */
const SPOT_RADIUS = 5;
/** Number of nearest mesh points that determine how a spot rotated and stretched. */
const NEIGHBOURS = 16;
/** Range of the change in width of a spot; outside it, the spot is hidden or smeared in one of the pictures. */
const MIN_STRETCH = 0.55;
const MAX_STRETCH = 1.8;
/** Maximum distance from the position predicted by the mesh at which a spot is searched, in pixels. */
const MAX_ERROR = 5;
const SEARCH_STEPS = [2, 1, 0.5, 0.25] as const;
const MOVES_PER_STEP = 4;
/** Minimum contrast of a spot, as a share of the patch's contrast. */
const MIN_CONTRAST = 0.1;
/** Minimum number of spots for a result. */
const MIN_SPOTS = 20;
/** Share of spots that count; at the edge of a face hair and background interfere, and software smears. */
const KEPT_SHARE = 0.75;
const KEEPING_ROUNDS = 3;

/** Pixels of a spot in one picture, and of its match in the other. */
interface Spot {
  readonly source: Float64Array;
  readonly target: Float64Array;
}

/** Offsets of a spot's pixels from its centre. */
const spotPixels: readonly Point[] = Array.from({ length: (2 * SPOT_RADIUS + 1) ** 2 }, (_, at) => ({
  x: (at % (2 * SPOT_RADIUS + 1)) - SPOT_RADIUS,
  y: Math.floor(at / (2 * SPOT_RADIUS + 1)) - SPOT_RADIUS,
})).filter(({ x, y }) => x * x + y * y <= SPOT_RADIUS ** 2);

/**
 * Measures how much the surface of a face changed between two pictures, with its motion removed: each spot of one picture is
 * mapped to the other as the mesh moved and stretched, then shifted to the best match. A single repainted photograph keeps its
 * surface; on a head that turned, light and shadow move, and parts hide others.
 *
 * @returns share of the contrast that the other picture leaves unexplained, 0 to 1, over the three quarters of spots that
 *   changed least, independent of overall light and contrast; null if too little of the face is visible in both.
 */
export function textureChange(one: MeshPatch, other: MeshPatch): number | null {
  const minContrast = MIN_CONTRAST * Math.sqrt(levelsOf(one.grey).variance);
  const spots: Spot[] = [];
  for (let index = 0; index < one.mesh.length; index += SPOT_STEP) {
    const middle = one.mesh[index]!;
    if (!isInside(middle)) continue;
    const source = Float64Array.from(spotPixels, ({ x, y }) =>
      sampleBrightness(one.grey, middle.x + x, middle.y + y),
    );
    if (Math.sqrt(levelsOf(source).variance) <= minContrast) continue;
    const map = fitSpotMap(middle, one.mesh, other.mesh);
    if (!map) continue;
    spots.push({ source, target: findBestMatch(source, map, other.grey) });
  }
  if (spots.length < MIN_SPOTS) return null;
  let kept: readonly Spot[] = spots;
  for (let round = 0; round < KEEPING_ROUNDS; round++) kept = selectLeastChanged(spots, kept);
  const { source, target } = concatSpots(kept);
  return Math.sqrt(1 - correlation(source, target) ** 2);
}

/** Returns the spots that changed least, relative to the light and contrast of the spots kept before. */
function selectLeastChanged(spots: readonly Spot[], kept: readonly Spot[]): readonly Spot[] {
  const { source, target } = concatSpots(kept);
  const [ones, others] = [levelsOf(source), levelsOf(target)];
  const scale = Math.sqrt(ones.variance / (others.variance || 1));
  const changeOf = (spot: Spot) =>
    spot.source.reduce(
      (sum, value, at) => sum + (value - ones.mean - scale * (spot.target[at]! - others.mean)) ** 2,
      0,
    );
  return spots
    .map((spot) => ({ spot, change: changeOf(spot) }))
    .sort((one, other) => one.change - other.change)
    .slice(0, Math.ceil(KEPT_SHARE * spots.length))
    .map(({ spot }) => spot);
}

const concatSpots = (spots: readonly Spot[]) => ({
  source: spots.flatMap(({ source }) => [...source]),
  target: spots.flatMap(({ target }) => [...target]),
});

const isInside = ({ x, y }: Point) =>
  Math.min(x, y) >= SPOT_RADIUS && Math.max(x, y) < patchPx - SPOT_RADIUS - 1;

/** Affine transform from offsets in a spot to the other picture: x' = a·x + b·y + c, y' = d·x + e·y + f. */
type SpotMap = readonly [number, number, number, number, number, number];

/** Fits the motion of the mesh around a point by least squares; null if the surface faces away in one of the pictures. */
function fitSpotMap(middle: Point, from: readonly Point[], to: readonly Point[]): SpotMap | null {
  const near = findNearest(middle, from);
  const start = meanOf(near, from);
  const end = meanOf(near, to);
  let [xx, xy, yy, xu, yu, xv, yv] = [0, 0, 0, 0, 0, 0, 0];
  for (const index of near) {
    const [x, y] = [from[index]!.x - start.x, from[index]!.y - start.y];
    const [u, v] = [to[index]!.x - end.x, to[index]!.y - end.y];
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xu += x * u;
    yu += y * u;
    xv += x * v;
    yv += y * v;
  }
  const determinant = xx * yy - xy * xy;
  if (determinant < 1e-6) return null;
  const [a, b] = [(xu * yy - yu * xy) / determinant, (yu * xx - xu * xy) / determinant];
  const [d, e] = [(xv * yy - yv * xy) / determinant, (yv * xx - xv * xy) / determinant];
  const stretch = Math.hypot(a, d);
  if (a * e - b * d <= 0 || stretch < MIN_STRETCH || stretch > MAX_STRETCH) return null;
  const [x, y] = [middle.x - start.x, middle.y - start.y];
  return [a, b, end.x + a * x + b * y, d, e, end.y + d * x + e * y];
}

/** Returns the indices of the nearest points, unordered. */
function findNearest(middle: Point, places: readonly Point[]): number[] {
  const distances = Float64Array.from(places, ({ x, y }) => (x - middle.x) ** 2 + (y - middle.y) ** 2);
  const limit = distances.slice().sort()[NEIGHBOURS - 1]!;
  return places.flatMap((_, index) => (distances[index]! <= limit ? [index] : []));
}

function meanOf(indices: readonly number[], places: readonly Point[]): Point {
  const sumOf = (of: (place: Point) => number) => indices.reduce((sum, index) => sum + of(places[index]!), 0);
  return { x: sumOf(({ x }) => x) / indices.length, y: sumOf(({ y }) => y) / indices.length };
}

/** Finds the best match of a spot in the other picture, by hill climbing from the position predicted by the mesh. */
function findBestMatch(spot: Float64Array, [a, b, c, d, e, f]: SpotMap, grey: Float32Array): Float64Array {
  const targetAt = (right: number, down: number) =>
    Float64Array.from(spotPixels, ({ x, y }) =>
      sampleBrightness(grey, a * x + b * y + c + right, d * x + e * y + f + down),
    );
  let [right, down] = [0, 0];
  let target = targetAt(0, 0);
  let likeness = correlation(spot, target);
  for (const step of SEARCH_STEPS) {
    for (let moves = 0; moves < MOVES_PER_STEP; moves++) {
      const before = likeness;
      for (const [across, along] of [
        [step, 0],
        [-step, 0],
        [0, step],
        [0, -step],
      ] as const) {
        if (Math.hypot(right + across, down + along) > MAX_ERROR) continue;
        const candidate = targetAt(right + across, down + along);
        const candidateLikeness = correlation(spot, candidate);
        if (candidateLikeness <= likeness) continue;
        [right, down, target, likeness] = [right + across, down + along, candidate, candidateLikeness];
        break;
      }
      if (likeness === before) break;
    }
  }
  return target;
}

function levelsOf(values: ArrayLike<number>): { readonly mean: number; readonly variance: number } {
  let [sum, squares] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    sum += values[at]!;
    squares += values[at]! ** 2;
  }
  const mean = sum / values.length;
  return { mean, variance: Math.max(0, squares / values.length - mean ** 2) };
}

/** Computes Pearson's correlation; 0 if one of the samples is constant. */
function correlation(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const [ones, others] = [levelsOf(one), levelsOf(other)];
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at]! - ones.mean) * (other[at]! - others.mean);
  const spreads = Math.sqrt(ones.variance * others.variance);
  return spreads > 0 ? Math.min(1, sum / one.length / spreads) : 0;
}
