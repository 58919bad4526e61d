import { describe, expect, it } from 'vitest';
import { createLeastSquares, solveLinearSystem } from './linear-system.ts';

describe('solveLinearSystem', () => {
  it('solves equations whose first pivot is zero', () => {
    const solution = solveLinearSystem(Float64Array.of(0, 2, 1, 1, 0, 3, 2, 1, 0), Float64Array.of(7, 10, 4));
    expect(Array.from(solution!, (x) => Math.round(x * 1e9) / 1e9)).toEqual([1, 2, 3]);
  });

  it('returns null for linearly dependent equations', () => {
    expect(solveLinearSystem(Float64Array.of(1, 2, 2, 4), Float64Array.of(3, 6))).toBeNull();
    expect(solveLinearSystem(Float64Array.of(Number.NaN, 2, 2, 4), Float64Array.of(3, 6))).toBeNull();
  });
});

describe('createLeastSquares', () => {
  it('finds the line with the smallest weighted squared error', () => {
    const line = createLeastSquares(2);
    for (const [x, y, weight] of [
      [0, 1, 1],
      [1, 3, 1],
      [2, 5, 1],
      [3, 100, 0],
    ] as const) {
      line.add([1, x], y, weight);
    }
    const [intercept, slope] = line.solve()!;
    expect(intercept).toBeCloseTo(1);
    expect(slope).toBeCloseTo(2);
  });
});
