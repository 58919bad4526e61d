import type { Point } from '../quad.ts';
import type { ColourSampler } from './colour-sampler.ts';

/** The straight edge found along one side of a document. */
export interface SideFit {
  /** x · cos + y · sin = offset, in frame pixels; the normal points into the document. */
  readonly cos: number;
  readonly sin: number;
  readonly offset: number;
  /** Share of the points along the side that lie on the edge, 0 to 1. */
  readonly share: number;
  /** Mean difference across the edge at these points. */
  readonly contrast: number;
  /** Channel of the edge, and whether the document has the higher value in it (1) or the lower one (−1). */
  readonly channel: number;
  readonly sign: number;
}

/** Number of points along a side, from 5 to 95 % of it to exclude rounded corners. */
const POINTS = 26;

/** Number of samples on each side of a place whose difference is its step. */
const HALF_WINDOW = 2;

/** Steps are clipped to this size, so that one strong point does not outvote the rest of a side. */
const MAX_STEP = 24;

/** Minimum size of a step; smaller ones are noise. */
const MIN_STEP = 5;

/** Maximum distance of points from the current line in each pass, px. */
const PASSES = [3, 2, 1.5] as const;

/** Maximum distance of a point on the edge from the line, px. */
const ON_EDGE = 1.3;

/** Maximum search radius, which determines the size of the buffers. */
export const MAX_RADIUS = 12;

type FitSide = (from: Point, to: Point, radius: number) => SideFit;

/**
 * Creates a function that fits sides in one frame.
 *
 * @returns a function that finds the edge within `radius` px of the line between two points, with the document on its right.
 *   All points first agree on channel, sign and distance, then on a line, to a fraction of a pixel.
 */
export function createSideFitter(sampler: ColourSampler): FitSide {
  const places = 2 * MAX_RADIUS + 1;
  const steps = new Float32Array(3 * POINTS * places);
  const samples = new Float32Array(3 * (places + 2 * HALF_WINDOW));
  const sums = new Float32Array(places);
  return (from, to, radius) => {
    const length = Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2) || 1;
    const normal = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
    measureSteps(sampler, from, to, normal, radius, samples, steps);
    const start = chooseStart(steps, radius, sums);
    const line = fitLine(steps, radius, start);
    return placeFit(from, to, normal, line, start);
  };
}

/** Returns the position of a point along the side, from −½ to ½. */
function pointAlong(point: number): number {
  return 0.05 + (0.9 * point) / (POINTS - 1) - 0.5;
}

function stepIndex(channel: number, point: number, place: number): number {
  return (channel * POINTS + point) * (2 * MAX_RADIUS + 1) + place;
}

/** Measures the steps of each channel across each point of the side; place `radius` is on the line between the two points. */
function measureSteps(
  sampler: ColourSampler,
  from: Point,
  to: Point,
  normal: Point,
  radius: number,
  samples: Float32Array,
  steps: Float32Array,
): void {
  const colour = sampler.colour;
  const reach = radius + HALF_WINDOW;
  for (let point = 0; point < POINTS; point++) {
    const along = pointAlong(point) + 0.5;
    const x = from.x + (to.x - from.x) * along;
    const y = from.y + (to.y - from.y) * along;
    for (let k = -reach, at = 0; k <= reach; k++, at += 3) {
      sampler.read(x + normal.x * k, y + normal.y * k);
      samples[at] = colour[0]!;
      samples[at + 1] = colour[1]!;
      samples[at + 2] = colour[2]!;
    }
    for (let channel = 0; channel < 3; channel++) {
      for (let place = 0, at = channel; place <= 2 * radius; place++, at += 3) {
        steps[stepIndex(channel, point, place)] =
          samples[at + 12]! + samples[at + 9]! - samples[at + 3]! - samples[at]!;
      }
    }
  }
}

interface Start {
  readonly channel: number;
  readonly sign: number;
  readonly distance: number;
}

/** Chooses the channel, sign and distance at which most of the side has the same step, preferring small distances. */
function chooseStart(steps: Float32Array, radius: number, sums: Float32Array): Start {
  let best = { channel: 0, sign: 1, distance: 0 };
  let most = 0;
  for (let channel = 0; channel < 3; channel++) {
    for (let place = 0; place <= 2 * radius; place++) {
      let sum = 0;
      for (let point = 0; point < POINTS; point++) {
        const step = steps[stepIndex(channel, point, place)]!;
        sum += Math.max(-MAX_STEP, Math.min(MAX_STEP, step));
      }
      sums[place] = sum;
    }
    for (let place = 1; place < 2 * radius; place++) {
      const sum = sums[place - 1]! + 2 * sums[place]! + sums[place + 1]!;
      const distance = place - radius;
      const value = Math.abs(sum) * (1 - (0.24 * Math.abs(distance)) / radius);
      if (value <= most) continue;
      most = value;
      best = { channel, sign: Math.sign(sum), distance };
    }
  }
  return best;
}

/** A fitted line, distance = slope · along + middle, both in px, and its support by the points. */
interface FittedLine {
  slope: number;
  middle: number;
  share: number;
  contrast: number;
}

function fitLine(steps: Float32Array, radius: number, { channel, sign, distance }: Start): FittedLine {
  const line = { slope: 0, middle: distance, share: 0, contrast: 0 };
  const places: number[] = [];
  const sizes: number[] = [];
  PASSES.forEach((reach, pass) => {
    let [sum, sumT, sumD, sumTT, sumTD] = [0, 0, 0, 0, 0];
    for (let point = 0; point < POINTS; point++) {
      const along = pointAlong(point);
      const expected = line.slope * along + line.middle;
      const crest = findCrest(steps, stepIndex(channel, point, 0), sign, radius, expected, reach);
      sizes[point] = crest ? crest.size : 0;
      if (!crest) continue;
      places[point] = crest.distance;
      const off = crest.distance - expected;
      const weight = Math.min(crest.size, 30) / (1 + (pass === 0 ? 0.5 : 1) * off * off);
      sum += weight;
      sumT += weight * along;
      sumD += weight * crest.distance;
      sumTT += weight * along * along;
      sumTD += weight * along * crest.distance;
    }
    const determinant = sum * sumTT - sumT * sumT;
    if (sum < 10 || determinant < 1e-3) return;
    const steepest = radius * 1.6;
    line.slope = Math.max(-steepest, Math.min(steepest, (sum * sumTD - sumT * sumD) / determinant));
    line.middle = (sumD - line.slope * sumT) / sum;
  });
  let onEdge = 0;
  let contrast = 0;
  for (let point = 0; point < POINTS; point++) {
    if (sizes[point] === 0) continue;
    if (Math.abs(places[point]! - line.slope * pointAlong(point) - line.middle) >= ON_EDGE) continue;
    onEdge++;
    contrast += sizes[point]!;
  }
  line.share = onEdge / POINTS;
  line.contrast = onEdge > 0 ? contrast / onEdge : 0;
  return line;
}

/** Finds the strongest step near an expected distance, to a fraction of a sample by parabolic interpolation. */
function findCrest(
  steps: Float32Array,
  first: number,
  sign: number,
  radius: number,
  expected: number,
  reach: number,
): { distance: number; size: number } | null {
  const from = Math.max(1, Math.round(expected - reach) + radius);
  const to = Math.min(2 * radius - 1, Math.round(expected + reach) + radius);
  let size = 0;
  let crest = -1;
  for (let place = from; place <= to; place++) {
    const value = steps[first + place]! * sign * (1 - 0.15 * Math.abs(place - radius - expected));
    if (value <= size) continue;
    size = value;
    crest = place;
  }
  if (crest < 0 || size < MIN_STEP) return null;
  const before = steps[first + crest - 1]! * sign;
  const here = steps[first + crest]! * sign;
  const after = steps[first + crest + 1]! * sign;
  const bend = before - 2 * here + after;
  const shift = bend < -1e-3 ? Math.max(-1, Math.min(1, (before - after) / (2 * bend))) : 0;
  return { distance: crest - radius + shift, size };
}

function placeFit(
  from: Point,
  to: Point,
  normal: Point,
  line: FittedLine,
  { channel, sign }: Start,
): SideFit {
  const start = line.middle - line.slope / 2;
  const end = line.middle + line.slope / 2;
  const x = from.x + normal.x * start;
  const y = from.y + normal.y * start;
  const dx = to.x + normal.x * end - x;
  const dy = to.y + normal.y * end - y;
  const length = Math.sqrt(dx * dx + dy * dy) || 1;
  const cos = -dy / length;
  const sin = dx / length;
  return { cos, sin, offset: x * cos + y * sin, share: line.share, contrast: line.contrast, channel, sign };
}
