import { describe, expect, it } from 'vitest';
import { type Line, markBestRun, supportBetween } from './line.ts';

/** A line with the given support at the places −5 to 5; negative numbers are falling edges. */
function lineOf(support: readonly number[]): Line {
  const rising = new Float32Array(support.length + 1);
  const falling = new Float32Array(support.length + 1);
  support.forEach((value, k) => {
    rising[k + 1] = rising[k]! + Math.max(0, value);
    falling[k + 1] = falling[k]! + Math.max(0, -value);
  });
  return { cos: 1, sin: 0, offset: 0, direction: 0, runFrom: 0, runTo: 0, runScore: 0, rising, falling };
}

describe('line', () => {
  it('tells the mean support between two places, either way around', () => {
    const line = lineOf([0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    expect(supportBetween(line, -3, 1)).toBe(1);
    expect(supportBetween(line, 1, -3)).toBe(1);
    expect(supportBetween(line, -5, 5)).toBeCloseTo(0.4, 6);
    expect(supportBetween(line, 2, 2)).toBe(0);
  });

  it('counts edges of the other sign for little', () => {
    const line = lineOf([1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 0]);
    expect(supportBetween(line, -5, 5)).toBeCloseTo((5 + 5 * 0.35) / 10, 6);
  });

  it('finds the stretch that is supported best', () => {
    const line = lineOf([0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0]);
    markBestRun(line, 0.5);
    expect([line.runFrom, line.runTo, line.runScore]).toEqual([-2, 1, 2]);
  });

  it('reaches over beyond the ends without support from there', () => {
    expect(supportBetween(lineOf(new Array(11).fill(1)), -50, 50)).toBe(1);
  });
});
