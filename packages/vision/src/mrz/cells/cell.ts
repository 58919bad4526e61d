/** The 37 characters of a machine readable zone (ICAO 9303-3), in the order in which the reader counts them. */
export const MRZ_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** Position of the filler `<` in {@link MRZ_CHARACTERS}. */
export const FILLER = 36;

/**
 * A cell is one character cut out of the frame and brought to one size. OCR-B is monospaced, so the unit is the pitch:
 * a cell is one pitch wide and one and a half high.
 */
export const CELL_WIDTH = 16;
export const CELL_HEIGHT = 24;
export const CELL_PIXELS = CELL_WIDTH * CELL_HEIGHT;

/** Templates are stored, and looked through first, at half a cell's resolution. */
export const COARSE_WIDTH = CELL_WIDTH / 2;
export const COARSE_HEIGHT = CELL_HEIGHT / 2;
export const COARSE_PIXELS = COARSE_WIDTH * COARSE_HEIGHT;

/**
 * Row of a cell on which characters stand. Capitals reach 15.6 rows above it and digits 17.1, which leaves three to
 * four rows of margin on either side.
 */
export const CELL_BASELINE = 20;

/**
 * Row of a cell through which the text line runs as the components' centres see it: half a digit and half a capital
 * above the baseline.
 */
export const CELL_CENTRE = 12.2;

/**
 * Takes brightness and contrast out of a cell, in place: mean 0, variance 1.
 *
 * @returns the standard deviation before, in grey levels: next to nothing where there is no character.
 */
export function normaliseCell(cell: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < CELL_PIXELS; i++) sum += cell[i]!;
  const mean = sum / CELL_PIXELS;
  let squares = 0;
  for (let i = 0; i < CELL_PIXELS; i++) {
    const value = cell[i]! - mean;
    cell[i] = value;
    squares += value * value;
  }
  const deviation = Math.sqrt(squares / CELL_PIXELS);
  const scale = 1 / (deviation + 1e-6);
  for (let i = 0; i < CELL_PIXELS; i++) cell[i]! *= scale;
  return deviation;
}
