import { DIRECTIONS, type EdgePoints } from './edge-points.ts';

/** A direction and offset that many edge points agree on. */
export interface HoughPeak {
  readonly direction: number;
  readonly offset: number;
  readonly votes: number;
}

/** Cosines and sines of the directions' normals. */
export const COSINES = Float32Array.from({ length: DIRECTIONS }, (_, d) =>
  Math.cos((d * Math.PI) / DIRECTIONS),
);
export const SINES = Float32Array.from({ length: DIRECTIONS }, (_, d) =>
  Math.sin((d * Math.PI) / DIRECTIONS),
);

/** A slope is off by a few degrees in noise: each point votes this many directions to either side. */
const SPREAD = 2;

/** A full point gives 128 votes to its own direction and offset; fewer than about two points make no line. */
const LEAST_VOTES = 300;

/**
 * The Hough transform for edge points of known direction: each votes for the few lines that it could lie on
 * (O'Gorman and Clowes, 1976), which leaves random texture behind.
 *
 * @param reach - the largest offset of a line from the centre.
 * @returns a function that gives the peaks, most votes first, `most` of them at most.
 */
export function createHough(reach: number, most: number): (points: EdgePoints) => HoughPeak[] {
  const offsets = 2 * reach + 3;
  const votes = new Int32Array(DIRECTIONS * offsets);
  return (points) => {
    votes.fill(0);
    castVotes(points, votes, offsets, reach + 1);
    return findPeaks(votes, offsets, reach + 1)
      .sort((a, b) => b.votes - a.votes)
      .slice(0, most);
  };
}

function castVotes(
  { x, y, weight, start }: EdgePoints,
  votes: Int32Array,
  offsets: number,
  middle: number,
): void {
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    for (let turn = -SPREAD; turn <= SPREAD; turn++) {
      const voted = (direction + turn + DIRECTIONS) % DIRECTIONS;
      const cos = COSINES[voted]!;
      const sin = SINES[voted]!;
      const share = 4 - Math.abs(turn);
      for (let point = start[direction]!; point < start[direction + 1]!; point++) {
        const vote = ((weight[point]! * 16) | 0) * share;
        const bin = voted * offsets + ((x[point]! * cos + y[point]! * sin + middle + 0.5) | 0);
        votes[bin] = votes[bin]! + 2 * vote;
        votes[bin - 1] = votes[bin - 1]! + vote;
        votes[bin + 1] = votes[bin + 1]! + vote;
      }
    }
  }
}

/** Bins that hold more votes than two neighbours in offset and one in direction to either side. */
function findPeaks(votes: Int32Array, offsets: number, middle: number): HoughPeak[] {
  const peaks: HoughPeak[] = [];
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    const before = direction > 0 ? -offsets : 0;
    const after = direction < DIRECTIONS - 1 ? offsets : 0;
    for (let bin = direction * offsets + 2; bin < (direction + 1) * offsets - 2; bin++) {
      const count = votes[bin]!;
      if (count < LEAST_VOTES || count < votes[bin - 1]! || count < votes[bin - 2]!) continue;
      if (count <= votes[bin + 1]! || count <= votes[bin + 2]!) continue;
      if (before && largestOfThree(votes, bin + before) > count) continue;
      if (after && largestOfThree(votes, bin + after) >= count) continue;
      peaks.push({ direction, offset: bin - direction * offsets - middle, votes: count });
    }
  }
  return peaks;
}

function largestOfThree(votes: Int32Array, bin: number): number {
  return Math.max(votes[bin - 1]!, votes[bin]!, votes[bin + 1]!);
}
