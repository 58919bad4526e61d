import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addResidual, convolveChannels, convolveHalving, type Grid, halve, mixChannels } from './layers.ts';

/** Returns small integers, whose sums are exact in single precision. */
const numbers = (count: number) =>
  fc
    .array(fc.integer({ min: -9, max: 9 }), { minLength: count, maxLength: count })
    .map((all) => Float32Array.from(all));
const grids = (channels: number, even = false) =>
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })).chain(([w, h]) => {
    const [width, height] = even ? [2 * w, 2 * h] : [w, h];
    return numbers(width * height * channels).map((values): Grid => ({ width, height, channels, values }));
  });

/** Returns a value of a grid, 0 outside of it. */
const at = ({ width, height, channels, values }: Grid, x: number, y: number, channel: number) =>
  x < 0 || y < 0 || x >= width || y >= height ? 0 : values[(y * width + x) * channels + channel]!;

/** Returns the values of a grid in order, computed from its positions. */
function computeValues(
  { width, height, channels }: Grid,
  value: (x: number, y: number, channel: number) => number,
) {
  const places = Array.from({ length: width * height * channels }, (_, index) => index);
  return places.map((index) => {
    const place = Math.floor(index / channels);
    return value(place % width, Math.floor(place / width), index % channels) + 0;
  });
}
/** Lists the values, with -0 as 0. */
const listed = ({ values }: Grid) => Array.from(values, (value) => value + 0);
const sum = (length: number, term: (index: number) => number) =>
  Array.from({ length }, (_, index) => term(index)).reduce((all, one) => all + one, 0);

test('mixes channels as a weighted sum with a bias at each position', () => {
  fc.assert(
    fc.property(grids(3), numbers(3 * 6), numbers(6), (grid, weights, bias) => {
      const mixed = mixChannels(grid, { weights, bias });
      expect(listed(mixed)).toEqual(
        computeValues(
          mixed,
          (x, y, out) => bias[out]! + sum(3, (k) => weights[out * 3 + k]! * at(grid, x, y, k)),
        ),
      );
    }),
  );
});

test('convolves each channel separately, with zeros outside the grid', () => {
  fc.assert(
    fc.property(
      grids(2, true),
      numbers(9 * 2),
      fc.constantFrom(1 as const, 2 as const),
      (grid, weights, stride) => {
        const found = convolveChannels(grid, weights, stride);
        const before = stride === 1 ? 1 : 0;
        expect([found.width, found.height]).toEqual([grid.width / stride, grid.height / stride]);
        expect(listed(found)).toEqual(
          computeValues(found, (x, y, k) =>
            sum(9, (n) => {
              const [i, j] = [n % 3, Math.floor(n / 3)];
              return weights[n * 2 + k]! * at(grid, x * stride + i - before, y * stride + j - before, k);
            }),
          ),
        );
      },
    ),
  );
});

test('convolves all channels at every second position, and cuts off negative values', () => {
  fc.assert(
    fc.property(grids(3, true), numbers(25 * 3 * 2), numbers(2), (grid, weights, bias) => {
      const found = convolveHalving(grid, { weights, bias }, 5);
      expect(listed(found)).toEqual(
        computeValues(found, (x, y, out) => {
          const all = sum(75, (n) => {
            const [k, i, j] = [n % 3, Math.floor(n / 3) % 5, Math.floor(n / 15)];
            return weights[out * 75 + n]! * at(grid, 2 * x + i - 1, 2 * y + j - 1, k);
          });
          return Math.max(0, bias[out]! + all);
        }),
      );
    }),
  );
});

test('keeps the maximum of four values when halving, and adds nothing to new channels', () => {
  fc.assert(
    fc.property(grids(2, true), (grid) => {
      const half = halve(grid);
      const around = [0, 1].flatMap((j) => [0, 1].map((i) => [i, j] as const));
      expect(listed(half)).toEqual(
        computeValues(half, (x, y, k) =>
          Math.max(...around.map(([i, j]) => at(grid, 2 * x + i, 2 * y + j, k))),
        ),
      );
      const found = { ...half, channels: 3, values: new Float32Array((half.values.length / 2) * 3).fill(-1) };
      expect(listed(addResidual(found, half))).toEqual(
        computeValues(found, (x, y, k) => (k < 2 ? Math.max(0, at(half, x, y, k) - 1) : 0)),
      );
    }),
  );
});
