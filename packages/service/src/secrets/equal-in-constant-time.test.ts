import fc from 'fast-check';
import { expect, it } from 'vitest';
import { equalInConstantTime } from './equal-in-constant-time.ts';
import { randomToken } from './random-token.ts';

it('agrees with plain comparison for texts of any length', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(equalInConstantTime(one, other)).toBe(one === other);
      expect(equalInConstantTime(one, one)).toBe(true);
    }),
  );
});

it('creates tokens of 256 bits that never repeat', { tags: ['DRUN-66'] }, () => {
  const tokens = new Set(Array.from({ length: 1000 }, randomToken));
  expect(tokens.size).toBe(1000);
  for (const token of tokens) {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  }
});
