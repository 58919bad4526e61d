import type { TextLine } from '../file/page-text.ts';

/** Maximum distance of the left edges, and of successive tops, within a block; as multiples of the line height. */
const SAME_EDGE = 1.5;
const NEXT_LINE = 3;

/**
 * Minimum ratio of print sizes within a block. A sender's small line above a window or a letterhead below a logo falls below
 * it.
 */
const SAME_SIZE = 0.72;

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Groups the lines of a page into blocks: aligned at one edge, without a gap, in print of one size.
 *
 * @param standsAlone - returns whether a line ends its block, such as a sender's single-line address above a window.
 */
export function groupBlocks(
  lines: readonly TextLine[],
  standsAlone: (line: TextLine) => boolean = () => false,
): TextLine[][] {
  const blocks: TextLine[][] = [];
  const closed = new Set<TextLine[]>();
  for (const line of [...lines].sort((one, other) => one.box.top - other.box.top)) {
    const [nearest] = blocks
      .filter((block) => !closed.has(block) && continues(block.at(-1) as TextLine, line))
      .sort((one, other) => (other.at(-1)?.box.top ?? 0) - (one.at(-1)?.box.top ?? 0));
    if (nearest) nearest.push(line);
    else {
      const block = [line];
      blocks.push(block);
      if (standsAlone(line)) closed.add(block);
    }
  }
  return blocks;
}

function continues({ box: last }: TextLine, { box, text }: TextLine): boolean {
  const down = box.top - last.top;
  const [small, large] = [Math.min(box.heightPx, last.heightPx), Math.max(box.heightPx, last.heightPx)];
  const slack = SAME_EDGE * box.heightPx;
  const isAtEdge =
    Math.abs(box.left - last.left) < slack ||
    (rightToLeft.test(text) && Math.abs(box.left + box.widthPx - last.left - last.widthPx) < slack);
  return down > box.heightPx / 2 && down < NEXT_LINE * box.heightPx && small >= SAME_SIZE * large && isAtEdge;
}
