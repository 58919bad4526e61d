/** The 37 characters of an MRZ (ICAO 9303-3); the reader refers to them by index. */
export const MRZ_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** Index of the filler `<` in {@link MRZ_CHARACTERS}. */
export const FILLER = 36;

/**
 * Size of a cell: one character cut out of the frame and scaled to a common size. OCR-B is monospaced, so the unit is the
 * pitch: a cell is one pitch wide and one and a half high.
 */
export const CELL_WIDTH = 16;
export const CELL_HEIGHT = 24;
export const CELL_PIXELS = CELL_WIDTH * CELL_HEIGHT;

/** Half the resolution of a cell, at which templates are stored and matched first. */
export const COARSE_WIDTH = CELL_WIDTH / 2;
export const COARSE_HEIGHT = CELL_HEIGHT / 2;
export const COARSE_PIXELS = COARSE_WIDTH * COARSE_HEIGHT;

/**
 * Baseline of the characters, as a row of a cell. Capitals extend 15.6 rows above it and digits 17.1, which leaves a margin of
 * three to four rows above and below.
 */
export const CELL_BASELINE = 20;

/**
 * Row of a cell at which the text line of the reader lies. That line passes through the centres of the characters, so it is
 * about half a character above the baseline.
 */
export const CELL_CENTRE = 12.2;

/**
 * Normalizes brightness and contrast of a cell in place: mean 0, variance 1.
 *
 * @returns the previous standard deviation in grey levels, which is near zero without a character.
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
