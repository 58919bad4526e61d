import { describe, expect, it } from 'vitest';
import { CELL_HEIGHT, CELL_PIXELS, CELL_WIDTH, MRZ_CHARACTERS } from './cell.ts';
import { createCellMatcher } from './cell-matcher.ts';
import { loadCellTemplates } from './cell-templates.ts';
import { type CellWindow, createCellWindow, WINDOW_MARGIN, WINDOW_WIDTH } from './cell-window.ts';

const templates = loadCellTemplates();
const matcher = createCellMatcher(templates);

/** Creates a window with one character's template at an offset from its centre, on grey paper. */
function windowWith(character: string, dx: number, dy: number): CellWindow {
  const window = createCellWindow();
  const start = MRZ_CHARACTERS.indexOf(character) * CELL_PIXELS;
  window.pixels.fill(60 + 900 * templates.fine[start]!);
  for (let y = 0; y < CELL_HEIGHT; y++) {
    for (let x = 0; x < CELL_WIDTH; x++) {
      const at = (y + WINDOW_MARGIN + dy) * WINDOW_WIDTH + x + WINDOW_MARGIN + dx;
      window.pixels[at] = 60 + 900 * templates.fine[start + y * CELL_WIDTH + x]!;
    }
  }
  return window;
}

describe('createCellMatcher', () => {
  it.each([
    ['A', 0, 0],
    ['8', 2, -1],
    ['<', -2, 0],
    ['W', 1, 2],
  ] as const)('finds %s at an offset of %i, %i pixels', (character, dx, dy) => {
    const match = matcher.match(windowWith(character, dx, dy), 3);
    expect(match.correlation).toBeGreaterThan(0.98);
    expect(match.offsetX - WINDOW_MARGIN).toBeCloseTo(dx, 0);
    expect(match.offsetY - WINDOW_MARGIN).toBeCloseTo(dy, 0);
  });

  it('finds nothing on blank paper', () => {
    const window = createCellWindow();
    window.pixels.fill(80);
    const { correlation, deviation } = matcher.match(window, 3);
    expect(Math.abs(correlation)).toBeLessThan(0.1);
    expect(deviation).toBeLessThan(0.01);
  });
});
