import { DIRECTIONS, type EdgePoints } from './edge-points.ts';
import type { Line } from './line.ts';

/** Points whose slope is turned by more than this from the line's (8 × 1.4°) belong to something else. */
const TURN = 12;

/** A fit may turn a line by 10° at most; more and it has caught another one. */
const LEAST_ALIGNMENT = 0.985;

/** Points up to this far beyond the best stretch count too. */
const OVERHANG = 5;

/** As far as a fit can reach, across. */
const NEAR = 4;

/** Points closer to a line than this are its own. */
const OWN = 1.5;

/** The edge points along a line, as places in the list of points. */
export function pointsNear(line: Line, { x, y, start }: EdgePoints): number[] {
  const { cos, sin, offset } = line;
  const near: number[] = [];
  for (let turn = -TURN; turn <= TURN; turn++) {
    const direction = (line.direction + turn + DIRECTIONS) % DIRECTIONS;
    for (let point = start[direction]!; point < start[direction + 1]!; point++) {
      const px = x[point]!;
      const py = y[point]!;
      const distance = px * cos + py * sin - offset;
      if (distance <= NEAR && distance >= -NEAR) near.push(point);
    }
  }
  return near;
}

/** Moves a line to the edge points near it: least squares across the line, twice, the second time closer. */
export function fitLine(line: Line, points: EdgePoints, near: readonly number[]): void {
  const first = { cos: line.cos, sin: line.sin };
  for (const tolerance of [2.4, OWN]) {
    const moments = momentsWithin(tolerance, line, points, near);
    if (!moments) return;
    const { meanX, meanY, xx, xy, yy } = moments;
    const along = 0.5 * Math.atan2(2 * xy, xx - yy);
    let cos = -Math.sin(along);
    let sin = Math.cos(along);
    if (cos * line.cos + sin * line.sin < 0) {
      cos = -cos;
      sin = -sin;
    }
    if (cos * first.cos + sin * first.sin < LEAST_ALIGNMENT) return;
    line.cos = cos;
    line.sin = sin;
    line.offset = meanX * cos + meanY * sin;
  }
}

/**
 * Takes the points that a line is made of, unless more than half of their weight belongs to lines found before: in a
 * texture a handful of points would otherwise come out as a fan of lines.
 *
 * @returns whether the line is one of its own.
 */
export function takePoints(
  line: Line,
  { x, y, weight, taken }: EdgePoints,
  near: readonly number[],
): boolean {
  const own = near.filter((point) => {
    const place = y[point]! * line.cos - x[point]! * line.sin;
    const distance = x[point]! * line.cos + y[point]! * line.sin - line.offset;
    return Math.abs(distance) <= OWN && place >= line.runFrom && place <= line.runTo;
  });
  let balance = 0;
  for (const point of own) balance += taken[point] ? -weight[point]! : weight[point]!;
  if (balance < 0) return false;
  for (const point of own) taken[point] = 1;
  return true;
}

interface Moments {
  readonly meanX: number;
  readonly meanY: number;
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

function momentsWithin(
  tolerance: number,
  { cos, sin, offset, runFrom, runTo }: Line,
  { x, y, weight }: EdgePoints,
  near: readonly number[],
): Moments | null {
  let [sum, sumX, sumY, sumXX, sumXY, sumYY] = [0, 0, 0, 0, 0, 0];
  for (const point of near) {
    const px = x[point]!;
    const py = y[point]!;
    const distance = px * cos + py * sin - offset;
    if (distance > tolerance || distance < -tolerance) continue;
    const place = py * cos - px * sin;
    if (place < runFrom - OVERHANG || place > runTo + OVERHANG) continue;
    const w = weight[point]!;
    sum += w;
    sumX += w * px;
    sumY += w * py;
    sumXX += w * px * px;
    sumXY += w * px * py;
    sumYY += w * py * py;
  }
  if (sum < 3) return null;
  const meanX = sumX / sum;
  const meanY = sumY / sum;
  return {
    meanX,
    meanY,
    xx: sumXX / sum - meanX * meanX,
    xy: sumXY / sum - meanX * meanY,
    yy: sumYY / sum - meanY * meanY,
  };
}
