import { describe, expect, it } from 'vitest';
import type { RgbaImage } from '../image.ts';
import type { Quad } from '../quad.ts';
import { measureGlare, PAGE_GLARE_LIMIT } from './glare.ts';

function picture(luma: (x: number, y: number) => number, width = 200, height = 120): RgbaImage {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.fill(luma(pixel % width, Math.floor(pixel / width)), pixel * 4, pixel * 4 + 3);
  }
  return { data, width, height };
}

const spot = (x: number, y: number): number => (Math.hypot(x - 60, y - 60) < 20 ? 255 : 180);

describe('measureGlare', () => {
  it('measures the share that a highlight covers', () => {
    expect(measureGlare(picture(spot)).share).toBeCloseTo((Math.PI * 400) / (200 * 120), 2);
  });

  it('finds no glare on bright, well-exposed paper', () => {
    expect(measureGlare(picture(() => 240)).share).toBe(0);
  });

  it('ignores single clipped pixels', () => {
    const specks = picture((x, y) => ((x * 7 + y * 13) % 11 === 0 ? 255 : 200), 1000, 600);
    expect(measureGlare(specks).share).toBe(0);
  });

  it('ignores a bright colour, on which print is still visible', () => {
    const image = picture(() => 255);
    for (let byte = 2; byte < image.data.length; byte += 4) image.data[byte] = 90;
    expect(measureGlare(image).share).toBe(0);
  });

  it('measures only the region', () => {
    const right: Quad = [
      { x: 100, y: 0 },
      { x: 200, y: 0 },
      { x: 200, y: 120 },
      { x: 100, y: 120 },
    ];
    expect(measureGlare(picture(spot), right).share).toBe(0);
    const around: Quad = [
      { x: 40, y: 40 },
      { x: 80, y: 40 },
      { x: 80, y: 80 },
      { x: 40, y: 80 },
    ];
    expect(measureGlare(picture(spot), around).share).toBeGreaterThan(0.6);
  });

  it('exceeds the limit for a whole page that is overexposed', () => {
    expect(measureGlare(picture(() => 255)).share).toBeGreaterThan(PAGE_GLARE_LIMIT);
  });

  it('returns zero without pixels', () => {
    expect(measureGlare({ data: new Uint8Array(0), width: 0, height: 0 }).share).toBe(0);
  });
});
