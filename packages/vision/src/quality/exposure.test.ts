import { describe, expect, it } from 'vitest';
import type { Quad } from '../quad.ts';
import { BRIGHT_MEAN, DARK_MEAN, LOW_CONTRAST, measureExposure } from './exposure.ts';

function page(paper: number, ink: number): { data: Uint8Array; width: number; height: number } {
  return {
    data: Uint8Array.from({ length: 10_000 }, (_, pixel) => (pixel % 5 === 0 ? ink : paper)),
    width: 100,
    height: 100,
  };
}

describe('measureExposure', () => {
  it('returns the mean luma and the contrast of paper and ink', () => {
    const { mean, contrast } = measureExposure(page(200, 50));
    expect(mean).toBeCloseTo(170, 5);
    expect(contrast).toBe(150);
  });

  it('ignores a few extreme pixels in the contrast', () => {
    const image = page(120, 110);
    image.data.fill(255, 0, 100);
    image.data.fill(0, 100, 200);
    expect(measureExposure(image).contrast).toBe(10);
  });

  it('distinguishes dark, bright and pale pages by its limits', () => {
    expect(measureExposure(page(40, 15)).mean).toBeLessThan(DARK_MEAN);
    expect(measureExposure(page(255, 250)).mean).toBeGreaterThan(BRIGHT_MEAN);
    expect(measureExposure(page(150, 125)).contrast).toBeLessThan(LOW_CONTRAST);
    const good = measureExposure(page(205, 70));
    expect(good.mean).toBeGreaterThan(DARK_MEAN);
    expect(good.mean).toBeLessThan(BRIGHT_MEAN);
    expect(good.contrast).toBeGreaterThan(LOW_CONTRAST);
  });

  it('measures only the region', () => {
    const image = page(200, 200);
    image.data.fill(10, 5000);
    const lower: Quad = [
      { x: 0, y: 50 },
      { x: 100, y: 50 },
      { x: 100, y: 100 },
      { x: 0, y: 100 },
    ];
    expect(measureExposure(image, lower).mean).toBe(10);
  });

  it('returns zero for a region outside the picture', () => {
    const outside: Quad = [
      { x: 300, y: 300 },
      { x: 310, y: 300 },
      { x: 310, y: 310 },
      { x: 300, y: 310 },
    ];
    expect(measureExposure(page(1, 2), outside)).toEqual({ mean: 0, contrast: 0 });
  });
});
