import type { MrzFormat, Point, Quad } from '@vendor/vision';
import { pageLayouts } from './page-layout.ts';

/**
 * Where the whole page must be, judged by its lines alone: without perspective, because a strip so flat does not tell it.
 * Good enough to see whether a part of the page is outside of the picture.
 */
export function pageAroundMrz(format: MrzFormat, outline: Quad): Quad {
  const { width, height, lines } = pageLayouts[format];
  const [topLeft, topRight, bottomRight, bottomLeft] = outline;
  const lineWidth = lines.right - lines.left;
  const across: Point = {
    x: (topRight.x - topLeft.x + bottomRight.x - bottomLeft.x) / 2 / lineWidth,
    y: (topRight.y - topLeft.y + bottomRight.y - bottomLeft.y) / 2 / lineWidth,
  };
  const down: Point = { x: -across.y, y: across.x };
  const centre: Point = {
    x: (topLeft.x + topRight.x + bottomRight.x + bottomLeft.x) / 4,
    y: (topLeft.y + topRight.y + bottomRight.y + bottomLeft.y) / 4,
  };
  const place = (xMm: number, yMm: number): Point => {
    const right = xMm - (lines.left + lines.right) / 2;
    const below = yMm - (lines.top + lines.bottom) / 2;
    return {
      x: centre.x + right * across.x + below * down.x,
      y: centre.y + right * across.y + below * down.y,
    };
  };
  return [place(0, 0), place(width, 0), place(width, height), place(0, height)];
}

/**
 * How far corners may be from where the lines say, in widths of the page: on pages tilted by up to 25° the lines err by
 * 0.15 at most, and a page whose upper quarter is missing differs by more.
 */
const SAME_CORNER_SHARE = 0.16;

/** Whether corners that were found are those of the page around the lines, whichever of them comes first. */
export function isSamePage(corners: Quad, pageByLines: Quad): boolean {
  const [topLeft, topRight] = pageByLines;
  const tolerance = SAME_CORNER_SHARE * Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  return pageByLines.every((expected) =>
    corners.some((corner) => Math.hypot(corner.x - expected.x, corner.y - expected.y) <= tolerance),
  );
}

/**
 * The same corners, beginning at the one that is the page's upper left by its lines. Corners alone do not tell a page on
 * its head from an upright one.
 */
export function turnedLike(pageByLines: Quad, [a, b, c, d]: Quad): Quad {
  const distance = (corners: Quad): number =>
    corners.reduce((sum, { x, y }, index) => {
      const expected = pageByLines[index]!;
      return sum + Math.hypot(x - expected.x, y - expected.y);
    }, 0);
  const turns: Quad[] = [
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ];
  return turns.reduce((best, turn) => (distance(turn) < distance(best) ? turn : best), [a, b, c, d] as Quad);
}
