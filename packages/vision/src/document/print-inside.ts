import type { Quad } from '../quad.ts';
import type { ColourSampler } from './colour-sampler.ts';

/** What is seen inside of a quad, in luma. */
export interface Print {
  /** Mean change over 2 px: lines of print give 5 to 30, empty paper little more than the noise. */
  readonly detail: number;
  /** Standard deviation of the tones. */
  readonly range: number;
}

const COLUMNS = 14;
const ROWS = 9;

/** Looks at a grid of places inside of a quad: documents are printed on, tiles, drawers and screens that are off are not. */
export function printInside([a, b, c, d]: Quad, sampler: ColourSampler): Print {
  let detail = 0;
  let sum = 0;
  let squares = 0;
  for (let row = 0; row < ROWS; row++) {
    const v = (row + 1) / (ROWS + 1);
    const leftX = a.x + (d.x - a.x) * v;
    const leftY = a.y + (d.y - a.y) * v;
    const rightX = b.x + (c.x - b.x) * v;
    const rightY = b.y + (c.y - b.y) * v;
    for (let column = 0; column < COLUMNS; column++) {
      const u = (column + 1) / (COLUMNS + 1);
      const x = leftX + (rightX - leftX) * u;
      const y = leftY + (rightY - leftY) * u;
      sampler.look(x, y);
      const luma = sampler.colour[0]!;
      sampler.look(x + 2, y);
      detail += Math.abs(sampler.colour[0]! - luma);
      sampler.look(x, y + 2);
      detail += Math.abs(sampler.colour[0]! - luma);
      sum += luma;
      squares += luma * luma;
    }
  }
  const count = COLUMNS * ROWS;
  return {
    detail: detail / (2 * count),
    range: Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)),
  };
}
