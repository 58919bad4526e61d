import { describe, expect, it } from 'vitest';
import type { Quad } from '../quad.ts';
import { rowSpans } from './region.ts';

const pixels = (region?: Quad): number =>
  rowSpans({ width: 50, height: 40 }, region).reduce((sum, span) => sum + span.end - span.start, 0);

describe('rowSpans', () => {
  it('covers the whole picture without a region', () => {
    expect(pixels()).toBe(2000);
  });

  it('includes the pixels whose centres lie inside', () => {
    const square: Quad = [
      { x: 10, y: 10 },
      { x: 20, y: 10 },
      { x: 20, y: 30 },
      { x: 10, y: 30 },
    ];
    expect(pixels(square)).toBe(200);
    expect(pixels([square[0], square[3], square[2], square[1]])).toBe(200);
  });

  it('follows slanted sides', () => {
    const diamond: Quad = [
      { x: 25, y: 0 },
      { x: 45, y: 20 },
      { x: 25, y: 40 },
      { x: 5, y: 20 },
    ];
    expect(pixels(diamond)).toBe(800);
  });

  it('clips to the picture', () => {
    const beyond: Quad = [
      { x: -100, y: -100 },
      { x: 25, y: -100 },
      { x: 25, y: 500 },
      { x: -100, y: 500 },
    ];
    expect(pixels(beyond)).toBe(1000);
  });

  it('returns no rows for NaN corners', () => {
    const broken = { x: Number.NaN, y: Number.NaN };
    expect(pixels([broken, broken, broken, broken])).toBe(0);
  });
});
