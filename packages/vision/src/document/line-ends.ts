import { type Line, signPurity, supportBetween } from './line.ts';

/** What the lines of the four sides do beyond the corners. */
export interface LineEnds {
  /** How pure the sign of the edge is along the sides. */
  readonly purity: number;
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

/** Right beyond a corner, px of the edge map; rounded corners are over by then. */
const NEAR_FROM = 2;
const NEAR_TO = 7;

/**
 * Looks at the four lines of a quad around its corners.
 *
 * @param sides - two opposite ones, then those that cross them: the first at `onOne`, the second at `onOther`.
 */
export function lineEnds(sides: readonly [CrossedLine, CrossedLine, CrossedLine, CrossedLine]): LineEnds {
  let purity = 0;
  let meanBeyond = 0;
  let mostBeyond = 0;
  for (const [line, one, other] of sides) {
    const from = Math.min(one, other);
    const to = Math.max(one, other);
    const stretch = Math.max(8, (to - from) * 0.16);
    const before = supportBetween(line, from - 3 - stretch, from - 3);
    const after = supportBetween(line, to + 3, to + 3 + stretch);
    purity += signPurity(line, from, to) / 4;
    meanBeyond += (before + after) / 8;
    mostBeyond = Math.max(mostBeyond, before, after);
  }
  const [first, second, one, other] = sides;
  const opening = Math.max(
    Math.min(nearSupport(first, 'one'), nearSupport(second, 'one')),
    Math.min(nearSupport(first, 'other'), nearSupport(second, 'other')),
    Math.min(nearSupport(one, 'one'), nearSupport(other, 'one')),
    Math.min(nearSupport(one, 'other'), nearSupport(other, 'other')),
  );
  return { purity, meanBeyond, mostBeyond, opening };
}

/** How well a side goes on right beyond one of its ends. */
function nearSupport([line, onOne, onOther]: CrossedLine, end: 'one' | 'other'): number {
  const [at, opposite] = end === 'one' ? [onOne, onOther] : [onOther, onOne];
  const away = at > opposite ? 1 : -1;
  return supportBetween(line, at + away * NEAR_FROM, at + away * NEAR_TO);
}
