import { clockwise, type Point, type Quad } from '../quad.ts';
import type { EdgeMap } from './edge-map.ts';
import { crossing, type Line, supportBetween } from './line.ts';
import { lineEnds } from './line-ends.ts';
import { documentShape } from './rectangle.ts';
import { SIDE_CONTRAST_FEATURES } from './side-contrast.ts';

/** A quad that could be a document, with what speaks for and against it. */
export interface Candidate {
  /** Clockwise, in pixels of the edge map. */
  readonly quad: Quad;
  /** The first {@link LINE_FEATURES} from the lines; the rest is filled in for the best by `sideContrast`. */
  readonly features: Float32Array;
  score: number;
}

/** How many features the lines alone give. */
export const LINE_FEATURES = 9;
/** Where those begin that tell the shape: the error of its aspect, its skew, and the root of its share of the frame. */
export const SHAPE_FEATURES = 5;
export const CANDIDATE_FEATURES = LINE_FEATURES + SIDE_CONTRAST_FEATURES;

/** Every side is seen along a third, and all sides along half of their length, or nothing can be said about the quad. */
const LEAST_SIDE_SUPPORT = 0.15;
const LEAST_MEAN_SUPPORT = 0.34;

/** Opposite sides within 30° of each other, neighbours within 50° of a right angle: more tilt than can be read. */
const OPPOSITE = 0.87;
const NEIGHBOURS = 0.64;

/** Shortest side, as a share of the map's diagonal: below, nothing on the document can be made out. */
const LEAST_SIDE = 0.11;

/** A line that crosses a pair of lines: its places on the first and on the second, theirs on it, support between them. */
type Crossing = readonly [
  line: Line,
  onFirst: number,
  onSecond: number,
  from: number,
  to: number,
  support: number,
];

/** The place where two lines meet, on each of them. */
type Meeting = readonly [onOne: number, onOther: number];

/** Combines lines, two by two, to every quad that could be the picture of a document. */
export function findCandidates(lines: readonly Line[], map: EdgeMap): Candidate[] {
  const candidates: Candidate[] = [];
  const leastSide = LEAST_SIDE * Math.sqrt(map.width * map.width + map.height * map.height);
  const meetings = lines.map((line) => lines.map((other) => meet(line, other, map)));
  lines.forEach((first, i) => {
    for (let j = i + 1; j < lines.length; j++) {
      const second = lines[j]!;
      const alignment = alignmentOf(first, second);
      if (Math.abs(alignment) < OPPOSITE) continue;
      if (Math.abs(first.offset - Math.sign(alignment) * second.offset) < leastSide * 0.7) continue;
      const crossings: Crossing[] = [];
      // The first line leads the four, so that none comes twice.
      for (let k = i + 1; k < lines.length; k++) {
        const crossing = cross(lines[k]!, meetings[k]![i]!, meetings[k]![j]!, leastSide);
        if (!crossing) continue;
        for (const other of crossings) {
          const candidate = combine(first, second, alignment > 0, other, crossing, map, leastSide);
          if (candidate) candidates.push(candidate);
        }
        crossings.push(crossing);
      }
    }
  });
  return candidates;
}

/** The cosine of the angle between two lines. */
function alignmentOf(a: Line, b: Line): number {
  return a.cos * b.cos + a.sin * b.sin;
}

/** How a line crosses both lines of a pair inside the frame; null when it does not. */
function cross(line: Line, one: Meeting | null, other: Meeting | null, leastSide: number): Crossing | null {
  if (!one || !other || Math.abs(one[0] - other[0]) < leastSide) return null;
  const support = supportBetween(line, one[0], other[0]);
  return support < LEAST_SIDE_SUPPORT ? null : [line, one[1], other[1], one[0], other[0], support];
}

/** Where two lines meet, as places on both; null when that is outside of the frame or they hardly cross. */
function meet(a: Line, b: Line, { width, height }: EdgeMap): Meeting | null {
  const point = crossing(a, b, NEIGHBOURS);
  if (!point || Math.abs(point.x) > width / 2 - 1 || Math.abs(point.y) > height / 2 - 1) return null;
  const placeOn = ({ cos, sin }: Line): number => point.y * cos - point.x * sin;
  return [placeOn(a), placeOn(b)];
}

/** The quad between two lines and two that cross them, or null when it cannot be a document. */
function combine(
  first: Line,
  second: Line,
  aligned: boolean,
  [a, aOnFirst, aOnSecond, aFrom, aTo, aSupport]: Crossing,
  [b, bOnFirst, bOnSecond, bFrom, bTo, bSupport]: Crossing,
  map: EdgeMap,
  leastSide: number,
): Candidate | null {
  if (Math.abs(aOnFirst - bOnFirst) < leastSide || Math.abs(aOnSecond - bOnSecond) < leastSide) return null;
  // The crossing lines must not cross each other between the pair.
  if (aOnFirst < bOnFirst !== (aOnSecond < bOnSecond === aligned)) return null;
  if (Math.abs(alignmentOf(a, b)) < OPPOSITE) return null;
  const firstSupport = supportBetween(first, aOnFirst, bOnFirst);
  if (firstSupport < LEAST_SIDE_SUPPORT) return null;
  const secondSupport = supportBetween(second, aOnSecond, bOnSecond);
  if (secondSupport < LEAST_SIDE_SUPPORT) return null;
  const mean = (firstSupport + secondSupport + aSupport + bSupport) / 4;
  if (mean < LEAST_MEAN_SUPPORT) return null;

  const quad = clockwise([
    pointOn(first, aOnFirst, map),
    pointOn(first, bOnFirst, map),
    pointOn(second, bOnSecond, map),
    pointOn(second, aOnSecond, map),
  ]);
  const shape = documentShape(quad, map, 0);
  if (!shape) return null;
  const [weakest, weak] = [firstSupport, secondSupport, aSupport, bSupport].sort((x, y) => x - y);
  const { meanBeyond, mostBeyond, opening } = lineEnds([
    [first, aOnFirst, bOnFirst],
    [second, aOnSecond, bOnSecond],
    [a, aFrom, aTo],
    [b, bFrom, bTo],
  ]);
  const features = new Float32Array(CANDIDATE_FEATURES);
  features.set([weakest!, weak!, mean, meanBeyond, mostBeyond, ...shape, opening]);
  return { quad, features, score: 0 };
}

function pointOn({ cos, sin, offset }: Line, place: number, { width, height }: EdgeMap): Point {
  return { x: width / 2 + offset * cos - place * sin, y: height / 2 + offset * sin + place * cos };
}
