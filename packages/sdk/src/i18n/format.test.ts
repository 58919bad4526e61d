import { intlTagOf } from '@vendor/texts/intl-tag';
import { expect, it } from 'vitest';
import { formatMegabytes, formatShare, formatSize } from './format.ts';

it('writes shares as whole percentages', () => {
  expect(formatShare(0.254, 'en')).toBe('25%');
});

it('writes sizes in megabytes with one digit', () => {
  expect(formatMegabytes(1_930_000, 'en')).toBe('1.9 MB');
  expect(formatMegabytes(0, 'de')).toBe('0,0 MB');
});

it('writes Arabic with the digits of the document', { tags: ['DSDK-41'] }, () => {
  expect(formatShare(0.4, intlTagOf('ar'))).toMatch(/40/);
});

it('writes sizes of files in whole kilobytes, from a megabyte on with one digit', () => {
  expect([1, 1_001, 1_000_000].map((bytes) => formatSize(bytes, 'en'))).toEqual(['1 kB', '2 kB', '1.0 MB']);
});
