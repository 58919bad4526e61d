import type { RgbaImage } from '@vendor/vision';
import { describe, expect, it } from 'vitest';
import { measureColour } from './measure-colour.ts';

type Colour = readonly [number, number, number];

/** Creates a straightened page of 500 × 352 pixels with the given colour of each pixel. */
function page(colourAt: (x: number, y: number) => Colour): RgbaImage {
  const [width, height] = [500, 352];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0, byte = 0; y < height; y++)
    for (let x = 0; x < width; x++, byte += 4) data.set(colourAt(x, y), byte);
  return { data, width, height };
}

const paper: Colour = [200, 200, 200];
const portrait: Colour = [200, 150, 120];
const withPortrait = (light: Colour) =>
  page((x) => (x < 200 ? portrait : paper).map((value, index) => value * light[index]!) as unknown as Colour);

describe('measureColour', () => {
  it('finds almost no colour on a grey page, however it is shaded', () => {
    expect(
      measureColour(page((x, y) => [100 + (x + y) / 8, 100 + (x + y) / 8, 100 + (x + y) / 8])),
    ).toBeLessThan(0.002);
  });

  it('measures the page independent of the colour of the light', () => {
    const warm: Colour = [1, 0.85, 0.6];
    expect(measureColour(page(() => [200, 170, 120]))).toBeLessThan(0.002);
    const [white, lit] = [measureColour(withPortrait([1, 1, 1]))!, measureColour(withPortrait(warm))!];
    expect(white).toBeGreaterThan(0.2);
    expect(Math.abs(lit - white)).toBeLessThan(0.1);
  });

  it('ignores the margin', () => {
    expect(
      measureColour(page((x, y) => (x < 25 || y < 25 || x > 475 || y > 327 ? [90, 50, 20] : paper))),
    ).toBeLessThan(0.002);
  });

  it('returns null for a page that is dark or washed out', () => {
    expect(measureColour(page(() => [30, 20, 10]))).toBeNull();
    expect(measureColour(page((x) => (x < 300 ? [255, 240, 200] : portrait)))).toBeNull();
  });
});
