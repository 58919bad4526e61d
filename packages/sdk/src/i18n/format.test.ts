import { intlTagOf } from '@vendor/texts/intl-tag';
import { expect, it } from 'vitest';
import { formatMegabytes, formatShare, formatSize } from './format.ts';

it('formats shares as whole percentages', () => {
  expect(formatShare(0.254, 'en')).toBe('25%');
});

it('formats sizes in megabytes with one decimal', () => {
  expect(formatMegabytes(1_930_000, 'en')).toBe('1.9 MB');
  expect(formatMegabytes(0, 'de')).toBe('0,0 MB');
});

it('formats Arabic with Latin digits', { tags: ['DSDK-41'] }, () => {
  expect(formatShare(0.4, intlTagOf('ar'))).toMatch(/40/);
});

it('formats file sizes in whole kilobytes, from one megabyte on with one decimal', () => {
  expect([1, 1_001, 1_000_000].map((bytes) => formatSize(bytes, 'en'))).toEqual(['1 kB', '2 kB', '1.0 MB']);
});
