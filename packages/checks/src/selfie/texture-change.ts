import type { Point } from '@vendor/vision';
import { type MeshPatch, patchPx, sampleBrightness } from './face-patch.ts';

/** Every third place of the mesh is the middle of a spot that is compared. */
const SPOT_STEP = 3;
/** In pixels of the patch: an eye is three times as wide as a spot. */
const SPOT_RADIUS = 5;
/** Points of the mesh around a patch that determine how it turned and stretched. */
const NEIGHBOURS = 16;
/** A spot that became narrower or wider than this is hidden or smeared in one of the pictures. */
const LEAST_STRETCH = 0.55;
const MOST_STRETCH = 1.8;
/** Largest distance from the position that the mesh predicts at which a patch is searched for, in pixels. */
const MOST_ERROR = 5;
const SEARCH_STEPS = [2, 1, 0.5, 0.25] as const;
const MOVES_PER_STEP = 4;
/** A spot with less contrast than this, in shares of the patch's own, shows nothing to compare. */
const LEAST_CONTRAST = 0.1;
/** With fewer spots nothing can be said. */
const LEAST_SPOTS = 20;
/** The share of spots that counts: at the edge of a face hair and background come in, and software smears. */
const KEPT_SHARE = 0.75;
const KEEPING_ROUNDS = 3;

/** A spot of one picture, and what the other shows of it. */
interface Spot {
  readonly wanted: Float64Array;
  readonly seen: Float64Array;
}

/** Pixels of a spot around its middle. */
const spotPixels: readonly Point[] = Array.from({ length: (2 * SPOT_RADIUS + 1) ** 2 }, (_, at) => ({
  x: (at % (2 * SPOT_RADIUS + 1)) - SPOT_RADIUS,
  y: Math.floor(at / (2 * SPOT_RADIUS + 1)) - SPOT_RADIUS,
})).filter(({ x, y }) => x * x + y * y <= SPOT_RADIUS ** 2);

/**
 * How much the surface of a face changed between two pictures, its motion taken out: each spot of the one is laid on the other as
 * the mesh moved and stretched it, and then where it fits best. One photograph that was painted anew is the same surface; on a
 * head that turned, light and shadow move, and parts hide others.
 *
 * @returns the share of the contrast that the other picture leaves unexplained, 0 to 1, of the three quarters of all spots that
 * changed least, whatever its light and contrast are as a whole; null when too little of the face is seen in both.
 */
export function textureChange(one: MeshPatch, other: MeshPatch): number | null {
  const leastContrast = LEAST_CONTRAST * Math.sqrt(levelsOf(one.grey).variance);
  const spots: Spot[] = [];
  for (let index = 0; index < one.mesh.length; index += SPOT_STEP) {
    const middle = one.mesh[index]!;
    if (!isInside(middle)) continue;
    const wanted = Float64Array.from(spotPixels, ({ x, y }) =>
      sampleBrightness(one.grey, middle.x + x, middle.y + y),
    );
    if (Math.sqrt(levelsOf(wanted).variance) <= leastContrast) continue;
    const map = mapAround(middle, one.mesh, other.mesh);
    if (!map) continue;
    spots.push({ wanted, seen: bestFit(wanted, map, other.grey) });
  }
  if (spots.length < LEAST_SPOTS) return null;
  let kept: readonly Spot[] = spots;
  for (let round = 0; round < KEEPING_ROUNDS; round++) kept = leastChanged(spots, kept);
  const { wanted, seen } = joined(kept);
  return Math.sqrt(1 - correlation(wanted, seen) ** 2);
}

/** The spots that changed least, by the light and contrast of those that were kept before. */
function leastChanged(spots: readonly Spot[], kept: readonly Spot[]): readonly Spot[] {
  const { wanted, seen } = joined(kept);
  const [ones, others] = [levelsOf(wanted), levelsOf(seen)];
  const scale = Math.sqrt(ones.variance / (others.variance || 1));
  const changeOf = (spot: Spot) =>
    spot.wanted.reduce(
      (sum, value, at) => sum + (value - ones.mean - scale * (spot.seen[at]! - others.mean)) ** 2,
      0,
    );
  return spots
    .map((spot) => ({ spot, change: changeOf(spot) }))
    .sort((one, other) => one.change - other.change)
    .slice(0, Math.ceil(KEPT_SHARE * spots.length))
    .map(({ spot }) => spot);
}

const joined = (spots: readonly Spot[]) => ({
  wanted: spots.flatMap(({ wanted }) => [...wanted]),
  seen: spots.flatMap(({ seen }) => [...seen]),
});

const isInside = ({ x, y }: Point) =>
  Math.min(x, y) >= SPOT_RADIUS && Math.max(x, y) < patchPx - SPOT_RADIUS - 1;

/** x' = a·x + b·y + c, y' = d·x + e·y + f, of the pixels of a spot to places in the other picture. */
type SpotMap = readonly [number, number, number, number, number, number];

/** How the mesh around a place moved (least squares); null where the surface is turned away in one of the pictures. */
function mapAround(middle: Point, from: readonly Point[], to: readonly Point[]): SpotMap | null {
  const near = nearest(middle, from);
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
  if (a * e - b * d <= 0 || stretch < LEAST_STRETCH || stretch > MOST_STRETCH) return null;
  const [x, y] = [middle.x - start.x, middle.y - start.y];
  return [a, b, end.x + a * x + b * y, d, e, end.y + d * x + e * y];
}

/** Indices of the places that are nearest to another, in no order. */
function nearest(middle: Point, places: readonly Point[]): number[] {
  const distances = Float64Array.from(places, ({ x, y }) => (x - middle.x) ** 2 + (y - middle.y) ** 2);
  const limit = distances.slice().sort()[NEIGHBOURS - 1]!;
  return places.flatMap((_, index) => (distances[index]! <= limit ? [index] : []));
}

function meanOf(indices: readonly number[], places: readonly Point[]): Point {
  const sumOf = (of: (place: Point) => number) => indices.reduce((sum, index) => sum + of(places[index]!), 0);
  return { x: sumOf(({ x }) => x) / indices.length, y: sumOf(({ y }) => y) / indices.length };
}

/** The part of the other picture that is most like a spot, searched for downhill from where the mesh says. */
function bestFit(spot: Float64Array, [a, b, c, d, e, f]: SpotMap, grey: Float32Array): Float64Array {
  const seenAt = (right: number, down: number) =>
    Float64Array.from(spotPixels, ({ x, y }) =>
      sampleBrightness(grey, a * x + b * y + c + right, d * x + e * y + f + down),
    );
  let [right, down] = [0, 0];
  let seen = seenAt(0, 0);
  let likeness = correlation(spot, seen);
  for (const step of SEARCH_STEPS) {
    for (let moves = 0; moves < MOVES_PER_STEP; moves++) {
      const before = likeness;
      for (const [across, along] of [
        [step, 0],
        [-step, 0],
        [0, step],
        [0, -step],
      ] as const) {
        if (Math.hypot(right + across, down + along) > MOST_ERROR) continue;
        const there = seenAt(right + across, down + along);
        const likenessThere = correlation(spot, there);
        if (likenessThere <= likeness) continue;
        [right, down, seen, likeness] = [right + across, down + along, there, likenessThere];
        break;
      }
      if (likeness === before) break;
    }
  }
  return seen;
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

/** Pearson's; 0 where one of the two is even. */
function correlation(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const [ones, others] = [levelsOf(one), levelsOf(other)];
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at]! - ones.mean) * (other[at]! - others.mean);
  const spreads = Math.sqrt(ones.variance * others.variance);
  return spreads > 0 ? Math.min(1, sum / one.length / spreads) : 0;
}
