import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scatteredPause } from './scattered-pause.ts';

test('spreads the pause over the upper half of the full pause', () => {
  expect([0, 0.5, 1].map((random) => scatteredPause(400, 0, random))).toEqual([200, 300, 400]);
});

test('waits at least as long as asked, plus jitter', () => {
  expect([0, 0.5, 1].map((random) => scatteredPause(400, 60_000, random))).toEqual([60_200, 63_300, 66_400]);
});

test('never ends before the requested time, nor at the same moment for all', () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  const pauseMs = fc.integer({ min: 0, max: 900_000 });
  fc.assert(
    fc.property(fc.integer({ min: 400, max: 15_000 }), pauseMs, chance, (fullMs, askedMs, random) => {
      expect(scatteredPause(fullMs, askedMs, random)).toBeGreaterThan(askedMs);
      const spreadMs = scatteredPause(fullMs, askedMs, 1) - scatteredPause(fullMs, askedMs, 0);
      expect(spreadMs).toBeGreaterThanOrEqual(fullMs / 2);
    }),
  );
});
