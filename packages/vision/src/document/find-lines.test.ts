import { createSeededRandom } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import type { RgbaImage } from '../image.ts';
import { createEdgeMapper } from './edge-map.ts';
import { createLineFinder } from './find-lines.ts';

const width = 200;
const height = 120;

function painted(colour: (x: number, y: number) => readonly [number, number, number]): RgbaImage {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.set(colour(pixel % width, Math.floor(pixel / width)), pixel * 4);
  }
  return { data, width, height };
}

const linesOf = (image: RgbaImage) =>
  createLineFinder(width / 2, height / 2)(createEdgeMapper(width, height)(image));

const isInside = (x: number, y: number): boolean => x >= 40 && x < 160 && y >= 24 && y < 100;

describe('createLineFinder', () => {
  it('finds the four sides of a rectangle, each once', () => {
    const lines = linesOf(painted((x, y) => (isInside(x, y) ? [200, 200, 200] : [60, 60, 60])));
    expect(lines.length).toBe(4);
    const upright = lines.filter(({ cos }) => Math.abs(cos) > 0.99).map(({ cos, offset }) => offset / cos);
    const level = lines.filter(({ sin }) => Math.abs(sin) > 0.99).map(({ sin, offset }) => offset / sin);
    // Corners lie on pixel borders, which the map tells to half a pixel.
    for (const [found, sides] of [
      [upright, [-30, 30]],
      [level, [-18, 20]],
    ] as const) {
      found
        .sort((a, b) => a - b)
        .forEach((offset, k) => {
          expect(Math.abs(offset - sides[k]!)).toBeLessThan(0.75);
        });
      expect(found.length).toBe(2);
    }
  });

  it('sees a change of colour where the brightness is the same', () => {
    // Luma 77 R + 150 G + 29 B is 8.9 thousand on both sides.
    const lines = linesOf(painted((x, y) => (isInside(x, y) ? [90, 10, 17] : [12, 50, 17])));
    expect(lines.length).toBeGreaterThanOrEqual(4);
  });

  it('sees dark on dark', () => {
    const lines = linesOf(painted((x, y) => (isInside(x, y) ? [24, 24, 34] : [12, 14, 12])));
    expect(lines.length).toBeGreaterThanOrEqual(4);
  });

  it('finds none in an even frame', () => {
    expect(linesOf(painted(() => [128, 128, 128]))).toEqual([]);
  });

  it('prefers a faint edge to a strong shadow', () => {
    const random = createSeededRandom(4);
    const lines = linesOf(
      painted((x, y) => {
        const level = 70 + 110 / (1 + Math.exp((x - 150) / 9)) + (y > 60 ? 14 : 0) + 1.5 * random.normal();
        return [level, level, level];
      }),
    );
    expect(Math.abs(lines[0]!.sin)).toBeGreaterThan(0.99);
    expect(lines[0]!.runScore).toBeGreaterThan(1.5 * (lines[1]?.runScore ?? 0));
  });
});
