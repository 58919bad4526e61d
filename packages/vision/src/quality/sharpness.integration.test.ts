import { createSeededRandom } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import type { GrayImage } from '../image.ts';
import type { Quad } from '../quad.ts';
import { measureSharpness, mrzBlurLimitPx } from './sharpness.ts';

interface Page {
  readonly blurPx?: number;
  /** Length of a horizontal movement in px. */
  readonly movePx?: number;
  readonly noise?: number;
  readonly ink?: number;
}

const width = 240;
const height = 160;

/** Draws boxes of ink on paper, with the given blur, movement and noise. */
function printedPage({ blurPx = 0, movePx = 0, noise = 0, ink = 150 }: Page = {}): GrayImage {
  const random = createSeededRandom(7);
  const data = new Uint8ClampedArray(width * height);
  const variance = blurPx ** 2 + movePx ** 2 / 12;
  const across = boxProfile(width, Math.sqrt(variance));
  const down = boxProfile(height, blurPx);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      data[y * width + x] = 200 - ink * across[x]! * down[y]! + (noise && noise * random.normal());
    }
  }
  return { data, width, height };
}

/** Returns steps up and down every 20 px, blurred approximately by a Gaussian. */
function boxProfile(length: number, sigma: number): number[] {
  const step = (distance: number): number => 1 / (1 + Math.exp((-1.702 * distance) / Math.max(sigma, 0.3)));
  return Array.from({ length }, (_, pixel) => {
    const phase = (pixel + 13.3) % 40;
    return step(phase - 10) - step(phase - 30);
  });
}

describe('measureSharpness', () => {
  it.each([1, 2, 3, 4])('measures a blur of σ %d px to within a quarter', (blurPx) => {
    const measured = measureSharpness(printedPage({ blurPx })).blurPx;
    expect(measured).toBeGreaterThan(blurPx * 0.75);
    expect(measured).toBeLessThan(blurPx * 1.25);
  });

  it('measures hardly any blur in a perfect picture', () => {
    expect(measureSharpness(printedPage()).blurPx).toBeLessThan(0.7);
  });

  it('does not mistake noise for sharpness', () => {
    const clean = measureSharpness(printedPage({ blurPx: 3 })).blurPx;
    const noisy = measureSharpness(printedPage({ blurPx: 3, noise: 8 })).blurPx;
    expect(noisy).toBeGreaterThan(clean * 0.8);
  });

  it('does not depend on the contrast of the print', () => {
    const strong = measureSharpness(printedPage({ blurPx: 2, ink: 180 })).blurPx;
    const faint = measureSharpness(printedPage({ blurPx: 2, ink: 40 })).blurPx;
    expect(faint).toBeCloseTo(strong, 0);
  });

  it('detects movement in a single direction', () => {
    const moved = measureSharpness(printedPage({ blurPx: 0.6, movePx: 10 })).blurPx;
    expect(moved).toBeGreaterThan(2);
    expect(moved).toBeLessThan(3.8);
  });

  it('measures only the region', () => {
    const sharp = printedPage({ blurPx: 0.5 });
    const soft = printedPage({ blurPx: 3 });
    const data = Uint8ClampedArray.from(sharp.data, (value, pixel) =>
      pixel % width < width / 2 ? value : soft.data[pixel]!,
    );
    const leftHalf: Quad = [
      { x: 4, y: 4 },
      { x: 100, y: 4 },
      { x: 100, y: 156 },
      { x: 4, y: 156 },
    ];
    const rightHalf = leftHalf.map(({ x, y }) => ({ x: x + 134, y })) as unknown as Quad;
    expect(measureSharpness({ data, width, height }, leftHalf).blurPx).toBeLessThan(1);
    expect(measureSharpness({ data, width, height }, rightHalf).blurPx).toBeGreaterThan(2);
  });

  it('returns Infinity for an unprinted page, however noisy', () => {
    expect(measureSharpness(printedPage({ ink: 0, noise: 8 })).blurPx).toBe(Number.POSITIVE_INFINITY);
  });

  it('returns a result for pictures without pixels and regions outside', () => {
    const nothing = { data: new Uint8Array(0), width: 0, height: 0 };
    expect(measureSharpness(nothing).blurPx).toBe(Number.POSITIVE_INFINITY);
    const outside: Quad = [
      { x: 900, y: 900 },
      { x: 990, y: 900 },
      { x: 990, y: 990 },
      { x: 900, y: 990 },
    ];
    expect(measureSharpness(printedPage(), outside).blurPx).toBe(Number.POSITIVE_INFINITY);
    expect(() => measureSharpness({ data: new Uint8Array(1), width: 1, height: 1 })).not.toThrow();
  });
});

describe('mrzBlurLimitPx', () => {
  it('grows with the size of the document in the picture', () => {
    expect(mrzBlurLimitPx(905, 125)).toBeCloseTo(0.83, 2);
    expect(mrzBlurLimitPx(1500, 125)).toBeCloseTo(1.72, 2);
    expect(mrzBlurLimitPx(620, 85.6)).toBeCloseTo(0.83, 2);
  });

  it('returns zero for a document that is far too small', () => {
    expect(mrzBlurLimitPx(100, 125)).toBe(0);
  });
});
