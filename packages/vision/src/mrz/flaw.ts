import type { ZoneScores } from './classify-zone.ts';

type Likenesses = ZoneScores['likenesses'];

/** How much the zone's middle cell looks like a character: what others are measured by. */
function usualLikeness(likenesses: Likenesses): number {
  const ordered = likenesses.flat().sort((a, b) => a - b);
  return ordered[ordered.length >> 1]!;
}

/**
 * How much less than the zone's middle cell the worst of some cells looks like a character, in correlation; below 0 when all
 * look more like one, -Infinity without cells. A mark, a fold or a reflection makes another character of one without making it hard to read.
 */
export function largestFlaw(
  cells: readonly { readonly line: number; readonly column: number }[],
  likenesses: Likenesses,
): number {
  const usual = usualLikeness(likenesses);
  return Math.max(...cells.map(({ line, column }) => usual - likenesses[line]![column]!));
}
