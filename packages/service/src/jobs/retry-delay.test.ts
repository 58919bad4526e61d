import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutOffDelayMs, retryDelayMs } from './retry-delay.ts';

it('waits four times as long after each try, up to ten minutes', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((tries) => retryDelayMs(tries, 0.5))).toEqual([
    1000, 4000, 16_000, 64_000, 256_000, 600_000, 600_000,
  ]);
});

it('does not wait after three interrupted tries, then twice as long each time, up to five minutes', () => {
  expect([1, 3, 4, 5, 6, 7, 12, 13, 60].map((cutOffs) => cutOffDelayMs(cutOffs, 0.5))).toEqual([
    0, 0, 1000, 2000, 4000, 8000, 256_000, 300_000, 300_000,
  ]);
  expect([0, 1].map((random) => cutOffDelayMs(4, random))).toEqual([800, 1200]);
});

it('scatters delays by up to a fifth in each direction', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, random) => {
        const middle = retryDelayMs(tries, 0.5);
        expect(retryDelayMs(tries, random)).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
        expect(retryDelayMs(tries, random)).toBeLessThanOrEqual(Math.ceil(middle * 1.2));
      },
    ),
  );
});
