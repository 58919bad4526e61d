import { type MrzFormat, type Point, projectPoint, type Quad, unitSquareToQuad } from '@vendor/vision';
import { pageLayouts } from './page-layout.ts';

/**
 * Calculates the position of the whole page from its lines alone. The corners of the strip are found to a fraction of a pixel. On
 * flat pages tilted by up to 15°, with characters 18 px apart, the far corners are off by at most a millimetre.
 *
 * @returns null if the outline is not a view of a page.
 */
export function pageAroundMrz(format: MrzFormat, outline: Quad): Quad | null {
  const { width, height, lines } = pageLayouts[format];
  const map = unitSquareToQuad(outline);
  if (!map) return null;
  const places: Point[] = [];
  for (const [xMm, yMm] of [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const) {
    const x = (xMm - lines.left) / (lines.right - lines.left);
    const y = (yMm - lines.top) / (lines.bottom - lines.top);
    // A corner beyond the horizon cannot be seen, so the outline belongs to something else.
    if (!(map[6] * x + map[7] * y + map[8] > 0)) return null;
    places.push(projectPoint(map, { x, y }));
  }
  return places as [Point, Point, Point, Point];
}

/**
 * Maximum distance of corners from the positions calculated from the lines, in widths of the page. The corners of a bent page
 * differ by this much from a flat page around the same lines; those of a page without its upper quarter differ by more.
 */
const SAME_CORNER_SHARE = 0.16;

/**
 * Returns whether the corners that were found are those of the page around the lines; either list may start at any corner.
 *
 * @param share - maximum distance, in widths of the page.
 */
export function isSamePage(corners: Quad, pageByLines: Quad, share = SAME_CORNER_SHARE): boolean {
  const [topLeft, topRight] = pageByLines;
  const tolerance = share * Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  return pageByLines.every((expected) =>
    corners.some((corner) => Math.hypot(corner.x - expected.x, corner.y - expected.y) <= tolerance),
  );
}

/**
 * Lines reach over 0.94 to 0.95 of the side that they run along (ICAO Doc 9303-4 and 9303-5). Of a page that is cut off the
 * finder sees less, and so may the reader of its lines.
 */
const LEAST_LINES_SHARE = 0.75;
const MOST_LINES_SHARE = 1.5;
/** Cosine of the 20° by which a side and the lines along it may differ, seen at a slant. */
const ALONG_COSINE = Math.cos(Math.PI / 9);

/** Lines stand in the lower half of a page that is upright by them: their middle is over its lower side by 0.12 to 0.22 of its height. */
const HIGHEST_MIDDLE = 0.5;

/**
 * Whether lines that were not read can be a page's by their length, direction and height on it. Weaves and grains are taken for
 * lines at times, too, mostly much shorter ones, and titles, which stand above.
 */
export function fitAsLines(corners: Quad, outline: Quad): boolean {
  const [start, end, , last] = outline;
  const heightOf = ({ x, y }: Point) => x * (start.x - last.x) + y * (start.y - last.y);
  const heights = corners.map(heightOf);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const middle = outline.reduce((sum, corner) => sum + heightOf(corner) / outline.length, 0);
  if (middle - lowest > HIGHEST_MIDDLE * (highest - lowest)) return false;
  const lines = { x: end.x - start.x, y: end.y - start.y };
  return corners.some((from, index) => {
    const to = corners[(index + 1) % corners.length]!;
    const side = { x: to.x - from.x, y: to.y - from.y };
    const sidePx = Math.hypot(side.x, side.y);
    const linesPx = Math.hypot(lines.x, lines.y);
    if (linesPx < LEAST_LINES_SHARE * sidePx || linesPx > MOST_LINES_SHARE * sidePx) return false;
    return Math.abs(lines.x * side.x + lines.y * side.y) >= ALONG_COSINE * linesPx * sidePx;
  });
}

/**
 * Returns the same corners, starting at the upper left corner of the page according to its lines. Corners alone do not show
 * whether a page is upside down.
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
