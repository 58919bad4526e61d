import type { ZoneScores } from './classify-zone.ts';

type Likenesses = ZoneScores['likenesses'];

/** Returns the likeness of the zone's median cell, to which others are compared. */
function usualLikeness(likenesses: Likenesses): number {
  const ordered = likenesses.flat().sort((a, b) => a - b);
  return ordered[ordered.length >> 1]!;
}

/**
 * Returns the largest flaw of some cells: the likeness of the zone's median cell minus the cell's own, in correlation; below 0
 * if all exceed the median, -Infinity without cells. A mark, a fold or a reflection may turn one character into another that is
 * clear to read.
 */
export function largestFlaw(
  cells: readonly { readonly line: number; readonly column: number }[],
  likenesses: Likenesses,
): number {
  const usual = usualLikeness(likenesses);
  return Math.max(...cells.map(({ line, column }) => usual - likenesses[line]![column]!));
}
