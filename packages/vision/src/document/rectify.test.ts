import { describe, expect, it } from 'vitest';
import type { RgbaImage } from '../image.ts';
import type { Quad } from '../quad.ts';
import { invertHomography, projectPoint, unitSquareToQuad } from './homography.ts';
import { rectify } from './rectify.ts';

const quad: Quad = [
  { x: 40, y: 30 },
  { x: 260, y: 50 },
  { x: 240, y: 190 },
  { x: 60, y: 160 },
];

/** Draws a checkered document: 8 × 4 fields, red in proportion to the column, green to the row. */
function photo(): RgbaImage {
  const inverse = invertHomography(unitSquareToQuad(quad)!)!;
  const data = new Uint8ClampedArray(300 * 220 * 4).fill(255);
  for (let y = 0; y < 220; y++) {
    for (let x = 0; x < 300; x++) {
      const { x: u, y: v } = projectPoint(inverse, { x: x + 0.5, y: y + 0.5 });
      data.set([Math.floor(u * 8) * 30, Math.floor(v * 4) * 60, 128], (y * 300 + x) * 4);
    }
  }
  return { data, width: 300, height: 220 };
}

describe('rectify', () => {
  it.each([64, 160, 480])('puts every part of the document in its place at a width of %d px', (widthPx) => {
    const flat = rectify(photo(), quad, { widthPx, heightPx: widthPx / 2 });
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 8; column++) {
        const x = Math.floor(((column + 0.5) / 8) * widthPx);
        const y = Math.floor((((row + 0.5) / 4) * widthPx) / 2);
        const byte = (y * flat.width + x) * 4;
        expect(flat.data[byte]).toBe(column * 30);
        expect(flat.data[byte + 1]).toBe(row * 60);
      }
    }
  });

  it('copies an upright rectangle exactly', () => {
    const image = photo();
    const whole: Quad = [
      { x: 0, y: 0 },
      { x: 300, y: 0 },
      { x: 300, y: 220 },
      { x: 0, y: 220 },
    ];
    const same = rectify(image, whole, { widthPx: 300, heightPx: 220 });
    expect(same.data.every((value, byte) => value === image.data[byte])).toBe(true);
  });

  it('repeats the border outside the picture', () => {
    const beyond: Quad = [
      { x: -100, y: -100 },
      { x: 0, y: -100 },
      { x: 0, y: 0 },
      { x: -100, y: 0 },
    ];
    const image = photo();
    expect([...rectify(image, beyond, { widthPx: 2, heightPx: 2 }).data.slice(0, 4)]).toEqual([
      ...image.data.slice(0, 4),
    ]);
  });

  it('returns black rather than throwing for a quad without area', () => {
    const point = { x: 10, y: 10 };
    const flat = rectify(photo(), [point, point, point, point], { widthPx: 4, heightPx: 2 });
    expect([...flat.data.slice(0, 4)]).toEqual([0, 0, 0, 255]);
  });

  it('samples pictures of a single pixel', () => {
    const dot = { data: Uint8Array.of(9, 8, 7, 255), width: 1, height: 1 };
    expect([...rectify(dot, quad, { widthPx: 1, heightPx: 1 }).data]).toEqual([9, 8, 7, 255]);
  });
});
