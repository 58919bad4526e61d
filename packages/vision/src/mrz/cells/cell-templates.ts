import {
  CELL_HEIGHT,
  CELL_PIXELS,
  CELL_WIDTH,
  COARSE_HEIGHT,
  COARSE_PIXELS,
  COARSE_WIDTH,
  MRZ_CHARACTERS,
} from './cell.ts';
import { cellTemplatesData } from './cell-templates-data.ts';
import { unpackNumbers } from './packed-number.ts';

/** Templates of the characters with mean 0 and norm 1, consecutively in one array. */
export interface CellTemplates {
  readonly coarse: Float32Array;
  readonly fine: Float32Array;
}

/** Unpacks the templates, which locate characters; the cell net identifies them. */
export function loadCellTemplates(): CellTemplates {
  const coarse = new Float32Array(MRZ_CHARACTERS.length * COARSE_PIXELS);
  const fine = new Float32Array(MRZ_CHARACTERS.length * CELL_PIXELS);
  cellTemplatesData.forEach((digits, character) => {
    const ink = unpackNumbers(digits);
    fine.set(toUnitLength(enlarge(ink)), character * CELL_PIXELS);
    coarse.set(toUnitLength(ink), character * COARSE_PIXELS);
  });
  return { coarse, fine };
}

/** Doubles the size of a picture, bilinearly. */
function enlarge(ink: Float32Array): Float32Array {
  const out = new Float32Array(CELL_PIXELS);
  const at = (x: number, y: number): number =>
    ink[
      Math.min(COARSE_HEIGHT - 1, Math.max(0, y)) * COARSE_WIDTH + Math.min(COARSE_WIDTH - 1, Math.max(0, x))
    ]!;
  for (let y = 0, i = 0; y < CELL_HEIGHT; y++) {
    for (let x = 0; x < CELL_WIDTH; x++, i++) {
      const nearX = x >> 1;
      const nearY = y >> 1;
      const farX = nearX + (x & 1 ? 1 : -1);
      const farY = nearY + (y & 1 ? 1 : -1);
      out[i] =
        0.5625 * at(nearX, nearY) + 0.1875 * (at(farX, nearY) + at(nearX, farY)) + 0.0625 * at(farX, farY);
    }
  }
  return out;
}

function toUnitLength(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0));
  return centred.map((value) => value / length);
}
