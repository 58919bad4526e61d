import { describe, expect, it } from 'vitest';
import { randomBytes } from './random-bytes.ts';

describe('random bytes', () => {
  it('never repeats random bytes over many pages, with lengths that do not fill them evenly', () => {
    const seen = new Set<string>();
    for (let draw = 0; draw < 10_000; draw++)
      seen.add(
        randomBytes(9 + (draw % 24))
          .toString('hex')
          .slice(0, 18),
      );
    expect(seen.size).toBe(10_000);
  });

  it('returns the requested number of random bytes, up to a page', () => {
    for (const length of [0, 1, 12, 32, 4096]) expect(randomBytes(length)).toHaveLength(length);
    expect(() => randomBytes(4097)).toThrow(RangeError);
  });

  it('returns as many ones as zeros in every bit', () => {
    const ones = new Array<number>(32 * 8).fill(0);
    const draws = 4000;
    for (let draw = 0; draw < draws; draw++) {
      const bytes = randomBytes(32);
      for (let bit = 0; bit < ones.length; bit++) ones[bit]! += ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1;
    }
    // Eight standard deviations: fails in less than one run in 10^12, for all bits together.
    const tolerance = 8 * Math.sqrt(draws / 4);
    for (const count of ones) expect(Math.abs(count - draws / 2)).toBeLessThan(tolerance);
  });

  it('returns bytes in a buffer of their own', () => {
    const one = randomBytes(16);
    const other = randomBytes(16);
    const before = other.toString('hex');
    one.fill(0);
    expect(other.toString('hex')).toBe(before);
    expect(one.buffer).not.toBe(other.buffer);
  });
});
