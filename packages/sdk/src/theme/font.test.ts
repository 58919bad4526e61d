import { describe, expect, it } from 'vitest';
import { parseFontUrl, parseFontWeight } from './font.ts';

describe('parseFontUrl', () => {
  it.each([
    'https://fonts.googleapis.com/css2?family=Inter:wght@400;600',
    'https://fonts.gstatic.com/s/inter/v13/x.woff2',
  ])('accepts the font address %s', { tags: ['S4.5-19', 'DSDK-84', 'DSDK-97'] }, (address) => {
    expect(parseFontUrl(address)).toBe(address);
  });

  it.each([
    'http://fonts.googleapis.com/css2',
    'https://fonts.googleapis.com:8443/css2',
    'https://fonts.googleapis.com.example.com/css2',
    'https://example.com/?https://fonts.gstatic.com/',
    'https://user@fonts.gstatic.com/s/x.woff2',
    'https:fonts.gstatic.com@example.com/',
    'not an address',
  ])('refuses the font address %s', { tags: ['S4.5-19', 'DSDK-84', 'DSDK-97'] }, (address) => {
    expect(parseFontUrl(address)).toBeNull();
  });
});

describe('parseFontWeight', () => {
  it.each([
    ['400', 400],
    ['600', 600],
    ['550', 550],
  ])('accepts the font weight %j', { tags: ['S4.5-19', 'DSDK-84', 'DSDK-97'] }, (value, weight) => {
    expect(parseFontWeight(value)).toBe(weight);
  });

  it.each(['bold', '', '40', '901', '450.5', '1000', 'NaN', '400;', '4e2'])(
    'refuses the font weight %j',
    { tags: ['S4.5-19', 'DSDK-84', 'DSDK-97'] },
    (value) => {
      expect(parseFontWeight(value)).toBeNull();
    },
  );
});
