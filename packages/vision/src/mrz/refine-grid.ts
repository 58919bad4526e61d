import type { GrayImage } from '../image.ts';
import { fitGrid } from './bend.ts';
import type { CellMatcher } from './cells/cell-matcher.ts';
import { createCellWindow, cutWindow, shiftedCentre, WINDOW_MARGIN } from './cells/cell-window.ts';
import { type Anchor, fitFlatGrid, type Grid, measurePitch } from './grid.ts';

/** A range of cells of a zone. */
export interface CellRange {
  readonly rows: readonly number[];
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Minimum correlation of a match to locate a character, and to count as present. */
const PLACED = 0.6;
const PRESENT = 0.69;
const MIN_PLACED = 12;

const window = createCellWindow();

/** A grid fitted to characters, and the range of columns in which they were found. */
export interface RefinedGrid {
  readonly grid: Grid;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/**
 * Fits a grid to the positions at which templates find the characters.
 *
 * @param reach - maximum offset of a character in cell pixels.
 * @returns null if too few characters are found.
 */
export function refineGrid(
  image: GrayImage,
  grid: Grid,
  range: CellRange,
  reach: number,
  matcher: CellMatcher,
): RefinedGrid | null {
  const anchors = placeCharacters(image, grid, range, reach, matcher);
  if (anchors.length < MIN_PLACED) return null;
  const flat = fitFlatGrid(anchors);
  if (!flat) return null;
  const refined = fitGrid(downweightOutliers(flat, anchors));
  if (!refined) return null;
  const present = anchors.filter(({ weight }) => weight > weightOf(PRESENT)).map(({ column }) => column);
  if (present.length === 0) return null;
  return { grid: refined, firstColumn: Math.min(...present), lastColumn: Math.max(...present) };
}

function placeCharacters(
  image: GrayImage,
  grid: Grid,
  { rows, firstColumn, lastColumn }: CellRange,
  reach: number,
  matcher: CellMatcher,
): Anchor[] {
  const anchors: Anchor[] = [];
  for (const row of rows) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      cutWindow(image, grid, column, row, window);
      const { correlation, offsetX, offsetY } = matcher.match(window, reach);
      if (correlation < PLACED) continue;
      const { x, y } = shiftedCentre(window, offsetX - WINDOW_MARGIN, offsetY - WINDOW_MARGIN);
      anchors.push({ column, row, x, y, weight: weightOf(correlation) });
    }
  }
  return anchors;
}

function weightOf(correlation: number): number {
  return (correlation - 0.5) ** 2;
}

/** Reduces the weight of outliers: at a distance of a fifth of a pitch from the grid it is halved. */
function downweightOutliers(grid: Grid, anchors: readonly Anchor[]): Anchor[] {
  const place = { x: 0, y: 0 };
  return anchors.map((anchor) => {
    grid.place(anchor.column, anchor.row, place);
    const error =
      Math.hypot(place.x - anchor.x, place.y - anchor.y) /
      (0.2 * measurePitch(grid, anchor.column, anchor.row));
    return { ...anchor, weight: anchor.weight / (1 + error * error) };
  });
}

/**
 * Shifts each row as a whole to its best match, up to four cell pixels. The centres of components depend on the heights of a
 * line's characters, and an assumed row may be off by more.
 */
export function alignRows(image: GrayImage, grid: Grid, range: CellRange, matcher: CellMatcher): Grid {
  const shifts = new Map(range.rows.map((row) => [row, rowShift(image, grid, row, range, matcher)]));
  return {
    place(column, row, out) {
      grid.place(column, row, out);
      const shift = shifts.get(Math.round(row));
      if (!shift) return;
      out.x += shift.x;
      out.y += shift.y;
    },
  };
}

function rowShift(
  image: GrayImage,
  grid: Grid,
  row: number,
  { firstColumn, lastColumn }: CellRange,
  matcher: CellMatcher,
): { x: number; y: number } {
  const offsets = [-4, -2, 0, 2, 4].flatMap((dy) => [-2, 0, 2].map((dx) => ({ dx, dy, sum: 0 })));
  const step = Math.max(2, Math.round((lastColumn - firstColumn + 1) / 14));
  for (let column = firstColumn; column <= lastColumn; column += step) {
    cutWindow(image, grid, column, row, window);
    for (const offset of offsets) {
      offset.sum += matcher.coarse(window, WINDOW_MARGIN + offset.dx, WINDOW_MARGIN + offset.dy);
    }
  }
  const best = offsets.reduce((a, b) => (b.sum > a.sum ? b : a));
  cutWindow(image, grid, Math.round((firstColumn + lastColumn) / 2), row, window);
  const shifted = shiftedCentre(window, best.dx, best.dy);
  return { x: shifted.x - window.centre.x, y: shifted.y - window.centre.y };
}
