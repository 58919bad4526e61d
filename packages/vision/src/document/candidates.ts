import { type Point, type Quad, quadArea } from '../quad.ts';
import type { EdgeMap } from './edge-map.ts';
import { type Line, supportBetween } from './line.ts';
import { lineEnds } from './line-ends.ts';
import { aspectError, rectangleShape } from './rectangle.ts';
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
export const LINE_FEATURES = 12;
export const CANDIDATE_FEATURES = LINE_FEATURES + SIDE_CONTRAST_FEATURES;

/** Every side is seen along a third, and all sides along half of their length, or nothing can be said about the quad. */
const LEAST_SIDE_SUPPORT = 0.33;
const LEAST_MEAN_SUPPORT = 0.5;

/** Opposite sides within 30° of each other, neighbours within 50° of a right angle: more tilt than can be read. */
const OPPOSITE = 0.87;
const NEIGHBOURS = 0.64;

/** Shortest side, as a share of the map's diagonal: below, nothing on the document can be made out. */
const LEAST_SIDE = 0.11;
const LEAST_AREA_SHARE = 0.06;

/** Cards and pages are 1.42 to 1.59; the rest is play for an unknown focal length and for bent pages. */
const LEAST_ASPECT = 1.22;
const MOST_ASPECT = 1.85;
const MOST_SKEW = 0.3;

/** A line that crosses a pair of lines: where, and how well it is supported between them. */
interface Crossing {
  readonly line: Line;
  readonly onFirst: number;
  readonly onSecond: number;
  readonly from: number;
  readonly to: number;
  readonly support: number;
}

/** Combines lines, two by two, to every quad that could be the picture of a document. */
export function findCandidates(lines: readonly Line[], map: EdgeMap): Candidate[] {
  const candidates: Candidate[] = [];
  const leastSide = LEAST_SIDE * Math.sqrt(map.width * map.width + map.height * map.height);
  for (let i = 0; i < lines.length; i++) {
    for (let j = i + 1; j < lines.length; j++) {
      const [first, second] = [lines[i]!, lines[j]!];
      const alignment = first.cos * second.cos + first.sin * second.sin;
      if (Math.abs(alignment) < OPPOSITE) continue;
      if (Math.abs(first.offset - Math.sign(alignment) * second.offset) < leastSide * 0.7) continue;
      const crossings = crossingsOf(first, second, lines, i, j, map, leastSide);
      for (let a = 0; a < crossings.length; a++) {
        for (let b = a + 1; b < crossings.length; b++) {
          const candidate = combine(
            first,
            second,
            alignment > 0,
            crossings[a]!,
            crossings[b]!,
            map,
            leastSide,
          );
          if (candidate) candidates.push(candidate);
        }
      }
    }
  }
  return candidates;
}

/** The lines from `first` on (which leads the four) that cross both lines of a pair inside the frame. */
function crossingsOf(
  first: Line,
  second: Line,
  lines: readonly Line[],
  i: number,
  j: number,
  map: EdgeMap,
  leastSide: number,
): Crossing[] {
  const crossings: Crossing[] = [];
  const halfWidth = map.width / 2 - 1;
  const halfHeight = map.height / 2 - 1;
  for (let k = i + 1; k < lines.length; k++) {
    if (k === j) continue;
    const line = lines[k]!;
    const firstSine = first.cos * line.sin - line.cos * first.sin;
    const secondSine = second.cos * line.sin - line.cos * second.sin;
    if (Math.abs(firstSine) < NEIGHBOURS || Math.abs(secondSine) < NEIGHBOURS) continue;
    const x1 = (first.offset * line.sin - line.offset * first.sin) / firstSine;
    const y1 = (first.cos * line.offset - line.cos * first.offset) / firstSine;
    if (Math.abs(x1) > halfWidth || Math.abs(y1) > halfHeight) continue;
    const x2 = (second.offset * line.sin - line.offset * second.sin) / secondSine;
    const y2 = (second.cos * line.offset - line.cos * second.offset) / secondSine;
    if (Math.abs(x2) > halfWidth || Math.abs(y2) > halfHeight) continue;
    const from = y1 * line.cos - x1 * line.sin;
    const to = y2 * line.cos - x2 * line.sin;
    if (Math.abs(from - to) < leastSide) continue;
    const support = supportBetween(line, from, to);
    if (support < LEAST_SIDE_SUPPORT) continue;
    crossings.push({
      line,
      onFirst: y1 * first.cos - x1 * first.sin,
      onSecond: y2 * second.cos - x2 * second.sin,
      from,
      to,
      support,
    });
  }
  return crossings;
}

/** The quad between two lines and two that cross them, or null when it cannot be a document. */
function combine(
  first: Line,
  second: Line,
  aligned: boolean,
  a: Crossing,
  b: Crossing,
  map: EdgeMap,
  leastSide: number,
): Candidate | null {
  if (Math.abs(a.onFirst - b.onFirst) < leastSide || Math.abs(a.onSecond - b.onSecond) < leastSide)
    return null;
  // The crossing lines must not cross each other between the pair.
  if (a.onFirst < b.onFirst !== (a.onSecond < b.onSecond === aligned)) return null;
  if (Math.abs(a.line.cos * b.line.cos + a.line.sin * b.line.sin) < OPPOSITE) return null;
  const firstSupport = supportBetween(first, a.onFirst, b.onFirst);
  if (firstSupport < LEAST_SIDE_SUPPORT) return null;
  const secondSupport = supportBetween(second, a.onSecond, b.onSecond);
  if (secondSupport < LEAST_SIDE_SUPPORT) return null;
  const mean = (firstSupport + secondSupport + a.support + b.support) / 4;
  if (mean < LEAST_MEAN_SUPPORT) return null;

  const quad = clockwise([
    pointOn(first, a.onFirst, map),
    pointOn(first, b.onFirst, map),
    pointOn(second, b.onSecond, map),
    pointOn(second, a.onSecond, map),
  ]);
  const areaShare = quadArea(quad) / (map.width * map.height);
  if (areaShare < LEAST_AREA_SHARE) return null;
  const { aspect, skew } = rectangleShape(quad, map);
  if (!(aspect >= LEAST_ASPECT && aspect <= MOST_ASPECT && skew <= MOST_SKEW)) return null;

  const [weakest, weak] = twoSmallest(firstSupport, secondSupport, a.support, b.support);
  const ends = lineEnds([
    [first, a.onFirst, b.onFirst],
    [second, a.onSecond, b.onSecond],
    [a.line, a.from, a.to],
    [b.line, b.from, b.to],
  ]);
  const error = aspectError(aspect);
  const features = new Float32Array(CANDIDATE_FEATURES);
  features.set([
    weakest,
    weak,
    mean,
    ends.purity,
    ends.meanBeyond,
    ends.mostBeyond,
    error,
    skew,
    Math.sqrt(areaShare),
    error * error * 10,
    weakest * mean,
    ends.opening,
  ]);
  return { quad, features, score: 0 };
}

function pointOn(line: Line, place: number, map: EdgeMap): Point {
  return {
    x: map.width / 2 + line.offset * line.cos - place * line.sin,
    y: map.height / 2 + line.offset * line.sin + place * line.cos,
  };
}

function clockwise([a, b, c, d]: Quad): Quad {
  return (b.x - a.x) * (c.y - b.y) > (b.y - a.y) * (c.x - b.x) ? [a, b, c, d] : [a, d, c, b];
}

/** The two smallest of four numbers, the smaller one first. */
function twoSmallest(a: number, b: number, c: number, d: number): [number, number] {
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  const otherLow = Math.min(c, d);
  const otherHigh = Math.max(c, d);
  return low < otherLow ? [low, Math.min(high, otherLow)] : [otherLow, Math.min(otherHigh, low)];
}
