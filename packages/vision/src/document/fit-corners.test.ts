import { describe, expect, it } from 'vitest';
import type { RgbaImage } from '../image.ts';
import { mapCorners, type Quad } from '../quad.ts';
import { fitCorners } from './fit-corners.ts';

const truth: Quad = [
  { x: 122.6, y: 61.6 },
  { x: 517.2, y: 76.4 },
  { x: 500.2, y: 316.8 },
  { x: 133.4, y: 301.8 },
];

/** Draws a light document on a table, or only the table. */
function frame(hasDocument: boolean): RgbaImage {
  const data = new Uint8ClampedArray(640 * 360 * 4).fill(255);
  for (let pixel = 0; pixel < 640 * 360; pixel++) {
    const [x, y] = [(pixel % 640) + 0.5, Math.floor(pixel / 640) + 0.5];
    // Distance to the nearest side in pixels, positive inside; it gives the share of the pixel that the document covers.
    const inside = Math.min(
      ...truth.map((from, side) => {
        const to = truth[(side + 1) % 4]!;
        const across = (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
        return across / Math.hypot(to.x - from.x, to.y - from.y);
      }),
    );
    const share = hasDocument ? Math.min(1, Math.max(0, inside + 0.5)) : 0;
    data.fill(100 + 110 * share, pixel * 4, pixel * 4 + 3);
  }
  return { data, width: 640, height: 360 };
}

const distances = (quad: Quad, other: Quad) =>
  quad.map(({ x, y }, corner) => Math.hypot(x - other[corner]!.x, y - other[corner]!.y));

/** Rough corners, as found in a frame of half the size. */
const rough = mapCorners(truth, ({ x, y }, corner) => ({
  x: x + [2, -2.5, 1.5, -2][corner]!,
  y: y + [-1.5, 2, 2.5, -1][corner]!,
}));

describe('fitCorners', () => {
  it('moves corners to the edges around them', () => {
    expect(Math.max(...distances(fitCorners(frame(true), rough), truth))).toBeLessThan(0.3);
  });

  it('keeps corners without edges around them, and those of a quad whose sides cross', () => {
    expect(Math.max(...distances(fitCorners(frame(false), rough), rough))).toBeLessThan(1e-6);
    const folded: Quad = [rough[0], rough[2], rough[1], rough[3]];
    expect(fitCorners(frame(true), folded)).toBe(folded);
  });
});
