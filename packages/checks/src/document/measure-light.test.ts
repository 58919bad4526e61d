import type { Point, Quad, RgbaImage } from '@vendor/vision';
import { describe, expect, it } from 'vitest';
import { measureLight } from './measure-light.ts';

/** A passport's page of 625 × 440 pixels with a margin of 50, five pixels per millimetre. */
const SCALE = 5;
const SPOT_MM = 12.5;
const corners: Quad = [
  { x: 50, y: 50 },
  { x: 675, y: 50 },
  { x: 675, y: 490 },
  { x: 50, y: 490 },
];

/** Returns the first pixel whose centre is beyond a position on the page. */
const pixelOf = (mm: number) => Math.round(50 + mm * SCALE);
/** An opaque grey as four bytes. */
const greyPixel = (grey: number) => (0xff000000 | (grey << 16) | (grey << 8) | grey) >>> 0;

/** Draws a grey page on a black table, with a white spot centred at a position in millimetres. */
function picture(spot?: Point): RgbaImage {
  const [width, height] = [725, 540];
  const pixels = new Uint32Array(width * height).fill(greyPixel(0));
  const paint = (left: number, top: number, right: number, bottom: number, grey: number) => {
    for (let y = pixelOf(top); y < pixelOf(bottom); y++)
      pixels.fill(greyPixel(grey), y * width + pixelOf(left), y * width + pixelOf(right));
  };
  paint(0, 0, 125, 88, 180);
  if (spot) {
    const { x, y } = spot;
    paint(x - SPOT_MM / 2, y - SPOT_MM / 2, x + SPOT_MM / 2, y + SPOT_MM / 2, 255);
  }
  return { data: new Uint8ClampedArray(pixels.buffer), width, height };
}

const measure = (spot?: Point) => measureLight(picture(spot), { corners, format: 'TD3', hasMrz: true });

describe('measureLight', () => {
  it('measures the page without the table', () => {
    const { exposure, glare, bandGlare } = measure();
    expect(exposure.mean).toBeCloseTo(180, 0);
    expect([glare.share, bandGlare?.share]).toEqual([0, 0]);
  });

  it('distinguishes glare on the MRZ from glare elsewhere', () => {
    const onLines = measure({ x: 31.25, y: 77.5 });
    expect(onLines.glare.share).toBeCloseTo(SPOT_MM ** 2 / (125 * 88), 3);
    expect(onLines.bandGlare!.share).toBeCloseTo(SPOT_MM ** 2 / (125 * 14.6), 2);
    const elsewhere = measure({ x: 31.25, y: 27.5 });
    expect(elsewhere.glare.share).toBeCloseTo(onLines.glare.share, 3);
    expect(elsewhere.bandGlare?.share).toBe(0);
  });

  it('locates the MRZ band of an upside-down page by the order of its corners', () => {
    const [a, b, c, d] = corners;
    const page = { corners: [c, d, a, b] as Quad, format: 'TD3', hasMrz: true } as const;
    expect(measureLight(picture({ x: 30, y: 11 }), page).bandGlare!.share).toBeGreaterThan(0.01);
    expect(measureLight(picture({ x: 30, y: 77 }), page).bandGlare!.share).toBe(0);
  });

  it('measures shares of paper rather than of pixels on a tilted page', () => {
    // The far side is half as long as the near one.
    const slanted: Quad = [
      { x: 206, y: 50 },
      { x: 519, y: 50 },
      { x: 675, y: 490 },
      { x: 50, y: 490 },
    ];
    const image = picture();
    image.data.fill(255, 0, image.width * 100 * 4);
    const { glare } = measureLight(image, { corners: slanted, format: 'TD3', hasMrz: true });
    // 11 % of the page's height and 8 % of its area in the picture are 20 % of the paper.
    expect(glare.share).toBeGreaterThan(0.18);
    expect(glare.share).toBeLessThan(0.22);
  });

  it('measures the whole picture without a page, and no band without an MRZ', () => {
    const whole = measureLight(picture(), null);
    expect(whole.exposure.mean).toBeLessThan(150);
    expect(whole.bandGlare).toBeNull();
    expect(measureLight(picture(), { corners, format: 'TD1', hasMrz: false }).bandGlare).toBeNull();
  });
});
