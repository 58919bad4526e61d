import { type Line, supportBetween } from './line.ts';

/** What the lines of the four sides do beyond the corners. */
export interface LineEnds {
  /** How far they go on: a document's sides end at its corners, those of floors, shelves and printed frames do not. */
  readonly meanBeyond: number;
  readonly mostBeyond: number;
  /**
   * How far two neighbours go on right beyond the side between them, for the side where they do most: then that side is
   * a line printed across the document, and the document goes on.
   */
  readonly opening: number;
}

/** A stretch of a line, from its crossing with one neighbour to that with the other. */
export type CrossedLine = readonly [line: Line, onOne: number, onOther: number];

/** From here on beyond a corner, px of the edge map; rounded corners are over by then. */
const BEYOND_FROM = 2;

/**
 * Looks at the four lines of a quad around its corners.
 *
 * @param sides - two opposite ones, then those that cross them: the first at `onOne`, the second at `onOther`.
 */
export function lineEnds(sides: readonly [CrossedLine, CrossedLine, CrossedLine, CrossedLine]): LineEnds {
  let sum = 0;
  let mostBeyond = 0;
  let opening = 0;
  for (const pair of [0, 2] as const) {
    for (const end of [1, 2] as const) {
      const one = goesOn(sides[pair], end);
      const other = goesOn(sides[(pair + 1) as 1 | 3], end);
      sum += one + other;
      mostBeyond = Math.max(mostBeyond, one, other);
      opening = Math.max(opening, Math.min(one, other));
    }
  }
  return { meanBeyond: sum / 8, mostBeyond, opening };
}

/** How well a line goes on beyond one of its ends. */
function goesOn(side: CrossedLine, end: 1 | 2): number {
  const corner = side[end];
  const stretch = corner - side[end === 1 ? 2 : 1];
  const away = Math.sign(stretch);
  const start = corner + away * BEYOND_FROM;
  return supportBetween(side[0], start, start + away * Math.max(7, Math.abs(stretch) * 0.16));
}
