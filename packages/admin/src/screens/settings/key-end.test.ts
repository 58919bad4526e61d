import { expect, it } from 'vitest';
import { endOfKey } from './key-end.ts';

const now = new Date(2026, 10, 27, 12);

it.each([
  ['never', '', null],
  [30, '', new Date(now.getTime() + 30 * 86_400_000).toISOString()],
  ['day', '2026-12-31', new Date(2027, 0, 1).toISOString()],
  ['day', '2026-11-27', new Date(2026, 10, 28).toISOString()],
] as const)('computes the expiry of a key that ends %s %s', (end, day, expected) => {
  expect(endOfKey(end, day, now)).toBe(expected);
});
