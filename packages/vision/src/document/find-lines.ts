import type { EdgeMap } from './edge-map.ts';
import { createEdgePointPicker } from './edge-points.ts';
import { COSINES, createHough, SINES } from './hough.ts';
import { type Line, markBestRun } from './line.ts';
import { fitLine, pointsNear, takePoints } from './line-fit.ts';
import { sumSupport } from './line-support.ts';

/** Peaks that are looked at closely, and lines that are kept of them. Combining four lines costs the fourth power. */
const PEAKS = 130;
const MOST_LINES = 60;

/** The best stretch of a line is the one whose support most exceeds this. */
const RUN_SUPPORT = 0.35;

/** Lines are the same when their directions differ by less than 4° and they run within 1.6 px of each other. */
const SAME_DIRECTION = 0.9976;
const SAME_PLACE = 1.6;

/** Prepares for edge maps of one size. The function's answer is valid until its next call. */
export function createLineFinder(width: number, height: number): (map: EdgeMap) => Line[] {
  const reach = Math.ceil(Math.hypot(width, height) / 2) + 1;
  const pickPoints = createEdgePointPicker(width, height);
  const findPeaks = createHough(reach, PEAKS);
  const sums = Array.from({ length: PEAKS }, () => ({
    rising: new Float32Array(2 * reach + 2),
    falling: new Float32Array(2 * reach + 2),
  }));
  return (map) => {
    const points = pickPoints(map);
    const candidates: Line[] = findPeaks(points).map(({ direction, offset }, index) => ({
      cos: COSINES[direction]!,
      sin: SINES[direction]!,
      offset,
      direction,
      runFrom: 0,
      runTo: 0,
      runScore: 0,
      ...sums[index]!,
    }));
    const nearOf = new Map(candidates.map((line) => [line, pointsNear(line, points)]));
    for (const [line, near] of nearOf) {
      sumSupport(line, points, near);
      markBestRun(line, RUN_SUPPORT);
    }
    candidates.sort((a, b) => b.runScore - a.runScore);

    const lines: Line[] = [];
    for (const line of candidates) {
      if (lines.length >= MOST_LINES || line.runScore < 1) break;
      const near = nearOf.get(line)!;
      fitLine(line, points, near);
      if (lines.some((known) => isSame(known, line))) continue;
      if (!takePoints(line, points, near)) continue;
      sumSupport(line, points, near);
      lines.push(line);
    }
    return lines;
  };
}

/** Whether a line runs where a known one does, seen at the middle of its best stretch. */
function isSame(known: Line, line: Line): boolean {
  const alignment = known.cos * line.cos + known.sin * line.sin;
  if (Math.abs(alignment) < SAME_DIRECTION) return false;
  const middle = (line.runFrom + line.runTo) / 2;
  const x = line.offset * line.cos - middle * line.sin;
  const y = line.offset * line.sin + middle * line.cos;
  const apart = Math.abs(x * known.cos + y * known.sin - known.offset);
  return apart < SAME_PLACE && Math.abs(line.offset - Math.sign(alignment) * known.offset) < SAME_PLACE;
}
