import { expect, it } from 'vitest';
import { grouped } from './numbers.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
])('formats %i as %s', (count, text) => {
  expect(grouped(count)).toBe(text);
});
