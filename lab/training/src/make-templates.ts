import { writeFileSync } from 'node:fs';
import {
  CELL_BASELINE,
  CELL_WIDTH,
  COARSE_HEIGHT,
  COARSE_WIDTH,
  MRZ_CHARACTERS,
} from '../../../packages/vision/src/mrz/cells/cell.ts';
import { WEIGHT_DIGITS, WEIGHT_LIMIT } from '../../../packages/vision/src/mrz/cells/packed-number.ts';
import { ATLAS_BASELINE, ATLAS_HEIGHT, ATLAS_PITCH, ATLAS_WIDTH, drawGlyphAtlas } from './glyph-atlas.ts';

/** Blur of the templates, in cell pixels: about that of a readable frame, including pooling. */
const SIGMA = 1.15;
const ATLAS_SCALE = ATLAS_PITCH / CELL_WIDTH;
const OUTPUT = new URL('../../../packages/vision/src/mrz/cells/cell-templates-data.ts', import.meta.url);

/**
 * Draws the reader's templates, the plain characters of cut OCRB at half a cell's resolution.
 *
 *     node lab/training/run.mjs make-templates
 */
export default async function makeTemplates(): Promise<void> {
  const atlas = await drawGlyphAtlas({ weight: 0, stretch: 1 });
  const rows = atlas.map((glyph, index) => {
    const template: number[] = [];
    for (let y = 0; y < COARSE_HEIGHT; y++) {
      for (let x = 0; x < COARSE_WIDTH; x++) template.push(inkAround(glyph, 2 * x + 1, 2 * y + 1));
    }
    const maxInk = Math.max(...template);
    const digits = template.map(
      (ink) => WEIGHT_DIGITS[WEIGHT_LIMIT + Math.round((ink / maxInk) * WEIGHT_LIMIT)],
    );
    return `  '${digits.join('')}', // ${MRZ_CHARACTERS[index]}`;
  });
  writeFileSync(
    OUTPUT,
    [
      '/**',
      ' * Ink of the characters in the order of `MRZ_CHARACTERS`, one digit a pixel, written by `lab/training/src/make-templates.ts`',
      ' * from the outlines of the OCR-B cut OCRB.',
      ' */',
      'export const cellTemplatesData: readonly string[] = [',
      ...rows,
      '];',
      '',
    ].join('\n'),
  );
}

/** Returns the ink around a position in the cell, weighted by a Gaussian. */
function inkAround(glyph: Float32Array, cellX: number, cellY: number): number {
  const sigma = SIGMA * ATLAS_SCALE;
  const centreX = (cellX - CELL_WIDTH / 2) * ATLAS_SCALE + ATLAS_WIDTH / 2;
  const centreY = (cellY - CELL_BASELINE) * ATLAS_SCALE + ATLAS_BASELINE;
  const reach = Math.ceil(3 * sigma);
  let sum = 0;
  for (let y = Math.max(0, Math.floor(centreY - reach)); y < Math.min(ATLAS_HEIGHT, centreY + reach); y++) {
    for (let x = Math.max(0, Math.floor(centreX - reach)); x < Math.min(ATLAS_WIDTH, centreX + reach); x++) {
      const distance = (x + 0.5 - centreX) ** 2 + (y + 0.5 - centreY) ** 2;
      sum += glyph[y * ATLAS_WIDTH + x]! * Math.exp(-distance / (2 * sigma * sigma));
    }
  }
  return sum;
}
