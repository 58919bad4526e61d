import type { GrayImage } from '../../image.ts';
import type { Grid, Place } from '../grid.ts';
import { CELL_CENTRE, CELL_HEIGHT, CELL_WIDTH, normaliseCell } from './cell.ts';

/** Margin of pixels around a cell, so that it can be moved without sampling the frame again. */
export const WINDOW_MARGIN = 4;
export const WINDOW_WIDTH = CELL_WIDTH + 2 * WINDOW_MARGIN;
export const WINDOW_HEIGHT = CELL_HEIGHT + 2 * WINDOW_MARGIN;

/** One character with its surroundings, upright and scaled to cell size; dark ink is positive. */
export interface CellWindow {
  readonly pixels: Float32Array;
  readonly centre: Place;
  /** Vectors in the frame of one pitch along the line, and of one pitch down from it. */
  readonly along: Place;
  readonly down: Place;
}

export function createCellWindow(): CellWindow {
  return {
    pixels: new Float32Array(WINDOW_WIDTH * WINDOW_HEIGHT),
    centre: { x: 0, y: 0 },
    along: { x: 0, y: 0 },
    down: { x: 0, y: 0 },
  };
}

const from: Place = { x: 0, y: 0 };
const to: Place = { x: 0, y: 0 };

/** Cuts the window at a column and row of the grid out of the picture, with bilinear interpolation. */
export function cutWindow(
  image: GrayImage,
  grid: Grid,
  column: number,
  row: number,
  window: CellWindow,
): void {
  measureWindow(grid, column, row, window);
  const { data, width, height } = image;
  const { pixels, centre, along, down } = window;
  const [stepX, stepY] = [along.x / CELL_WIDTH, along.y / CELL_WIDTH];
  const start = 0.5 - WINDOW_MARGIN - CELL_WIDTH / 2;
  for (let y = 0, at = 0; y < WINDOW_HEIGHT; y++) {
    const t = (y - WINDOW_MARGIN + 0.5 - CELL_CENTRE) / CELL_WIDTH;
    const rowX = centre.x + start * stepX + t * down.x;
    const rowY = centre.y + start * stepY + t * down.y;
    for (let x = 0; x < WINDOW_WIDTH; x++, at++) {
      const px = Math.min(width - 1.001, Math.max(0, rowX + x * stepX));
      const py = Math.min(height - 1.001, Math.max(0, rowY + x * stepY));
      const left = px | 0;
      const top = py | 0;
      const a = px - left;
      const b = py - top;
      const i = top * width + left;
      const upper = data[i]! + a * (data[i + 1]! - data[i]!);
      const lower = data[i + width]! + a * (data[i + width + 1]! - data[i + width]!);
      pixels[at] = 255 - upper - b * (lower - upper);
    }
  }
}

/**
 * Measures the window's position and vectors. The height of a character follows from its pitch; rows are too far apart to
 * measure it, so only their direction is used.
 */
function measureWindow(grid: Grid, column: number, row: number, { centre, along, down }: CellWindow): void {
  grid.place(column, row, centre);
  grid.place(column - 0.5, row, from);
  grid.place(column + 0.5, row, to);
  along.x = to.x - from.x;
  along.y = to.y - from.y;
  const pitch = Math.hypot(along.x, along.y);
  grid.place(column, row - 0.25, from);
  grid.place(column, row + 0.25, to);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  down.x = ((to.x - from.x) / length) * pitch;
  down.y = ((to.y - from.y) / length) * pitch;
}

/** Copies the cell at an offset inside the window, normalized. */
export function cutCell(
  { pixels }: CellWindow,
  offsetX: number,
  offsetY: number,
  cell: Float32Array,
): number {
  const width = CELL_WIDTH;
  for (let y = 0, at = 0; y < CELL_HEIGHT; y++) {
    const row = (y + offsetY) * WINDOW_WIDTH + offsetX;
    for (let x = 0; x < width; x++, at++) cell[at] = pixels[row + x]!;
  }
  return normaliseCell(cell);
}

/** Moves a place of the frame by cell pixels. */
export function shiftedCentre({ centre, along, down }: CellWindow, dx: number, dy: number): Place {
  return {
    x: centre.x + (dx * along.x + dy * down.x) / CELL_WIDTH,
    y: centre.y + (dx * along.y + dy * down.y) / CELL_WIDTH,
  };
}
