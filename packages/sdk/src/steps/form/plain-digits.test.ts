import { expect, it } from 'vitest';
import { plainDigits } from './plain-digits.ts';

/** Digits of the numbering systems that this engine supports, as strings of ten characters. */
const systems = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
  const { format } = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, value) => format(value));
  return digits.every((digit) => /^\p{Nd}$/u.test(digit))
    ? [[numberingSystem, digits.join('')] as const]
    : [];
});

it.each(systems)('converts the digits of %s: %s', (_, digits) => {
  expect(plainDigits(digits)).toBe('0123456789');
});

it('covers many numbering systems', () => {
  expect(systems.length).toBeGreaterThan(60);
  expect(systems.map(([name]) => name)).toEqual(
    expect.arrayContaining(['arab', 'arabext', 'beng', 'deva', 'fullwide', 'mathmono', 'mathsanb', 'thai']),
  );
});

it('converts full-width letters and signs to ASCII', () => {
  expect(plainDigits('＋（Ａｚ）－．／＠～')).toBe('+(Az)-./@~');
});

it.each(['\u200e', '\u200f', '\u061c', '\u202a', '\u202e', '\u2066', '\u2069', '\ufeff', '\u200b'])(
  'removes invisible characters: %j',
  (mark) => {
    expect(plainDigits(`${mark}1${mark}2${mark}`)).toBe('12');
  },
);

it('keeps letters of other scripts, and numerals that are not digits', () => {
  expect(plainDigits('Ж用ｱ²½①Ⅳ七')).toBe('Ж用ｱ²½①Ⅳ七');
});
