import { type MrzFormat, type Point, projectPoint, type Quad, unitSquareToQuad } from '@vendor/vision';
import { pageLayouts } from './page-layout.ts';

/**
 * Computes the corners of the whole page from its MRZ alone. The corners of the MRZ are found to a fraction of a pixel. On flat
 * pages tilted by up to 15°, with characters 18 px apart, the far corners are off by at most a millimetre.
 *
 * @returns null if the outline is not a view of a page.
 */
export function pageAroundMrz(format: MrzFormat, outline: Quad): Quad | null {
  const { width, height, mrz } = pageLayouts[format];
  const map = unitSquareToQuad(outline);
  if (!map) return null;
  const places: Point[] = [];
  for (const [xMm, yMm] of [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const) {
    const x = (xMm - mrz.left) / (mrz.right - mrz.left);
    const y = (yMm - mrz.top) / (mrz.bottom - mrz.top);
    // A corner beyond the horizon is not visible, so the outline belongs to something else.
    if (!(map[6] * x + map[7] * y + map[8] > 0)) return null;
    places.push(projectPoint(map, { x, y }));
  }
  return places as [Point, Point, Point, Point];
}

/**
 * Maximum distance of corners from those computed from the MRZ, in page widths. The corners of a bent page differ by this much
 * from a flat page around the same MRZ; those of a page without its upper quarter differ by more.
 */
const SAME_CORNER_SHARE = 0.16;

/**
 * Returns whether the found corners are those of the page around the MRZ; either list may start at any corner.
 *
 * @param share - maximum distance, in page widths.
 */
export function isSamePage(corners: Quad, pageByMrz: Quad, share = SAME_CORNER_SHARE): boolean {
  const [topLeft, topRight] = pageByMrz;
  const tolerance = share * Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  return pageByMrz.every((expected) =>
    corners.some((corner) => Math.hypot(corner.x - expected.x, corner.y - expected.y) <= tolerance),
  );
}

/**
 * Range of the length of an MRZ relative to the side that it is parallel to. It is 0.89 to 0.91 on a flat page (`pageLayouts`),
 * but the finder may see only a part of a page that is cut off, and the reader only a part of its MRZ.
 */
const MIN_LINES_SHARE = 0.75;
const MAX_LINES_SHARE = 1.5;
/** Cosine of 20°, the maximum angle between a side and a parallel MRZ under perspective. */
const ALONG_COSINE = Math.cos(Math.PI / 9);

/**
 * Maximum height of the middle of an MRZ above the lower side of its page, as a share of the page's height; it is 0.12 to 0.22.
 */
const MAX_MIDDLE_HEIGHT = 0.5;

/**
 * Returns whether unread lines may be the MRZ of a page, by their length, direction and height on it. Textile weave and grain
 * are sometimes taken for an MRZ, but are usually much shorter; titles are higher on the page.
 */
export function fitsAsMrz(corners: Quad, outline: Quad): boolean {
  const [start, end, , last] = outline;
  const heightOf = ({ x, y }: Point) => x * (start.x - last.x) + y * (start.y - last.y);
  const heights = corners.map(heightOf);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const middle = outline.reduce((sum, corner) => sum + heightOf(corner) / outline.length, 0);
  if (middle - lowest > MAX_MIDDLE_HEIGHT * (highest - lowest)) return false;
  const lines = { x: end.x - start.x, y: end.y - start.y };
  return corners.some((from, index) => {
    const to = corners[(index + 1) % corners.length]!;
    const side = { x: to.x - from.x, y: to.y - from.y };
    const sidePx = Math.hypot(side.x, side.y);
    const linesPx = Math.hypot(lines.x, lines.y);
    if (linesPx < MIN_LINES_SHARE * sidePx || linesPx > MAX_LINES_SHARE * sidePx) return false;
    return Math.abs(lines.x * side.x + lines.y * side.y) >= ALONG_COSINE * linesPx * sidePx;
  });
}

/**
 * Rotates the corner order to start at the upper left corner of the page according to its MRZ. Corners alone do not show
 * whether a page is upside down.
 */
export function startAtUpperLeft(pageByMrz: Quad, [a, b, c, d]: Quad): Quad {
  const distance = (corners: Quad): number =>
    corners.reduce((sum, { x, y }, index) => {
      const expected = pageByMrz[index]!;
      return sum + Math.hypot(x - expected.x, y - expected.y);
    }, 0);
  const turns: Quad[] = [
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ];
  return turns.reduce((best, turn) => (distance(turn) < distance(best) ? turn : best), [a, b, c, d] as Quad);
}
