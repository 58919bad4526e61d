import { expect, it } from 'vitest';
import { plainDigits } from './plain-digits.ts';

/** The digits of the systems that this engine writes numbers in, each a character. */
const systems = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
  const { format } = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, value) => format(value));
  return digits.every((digit) => /^\p{Nd}$/u.test(digit))
    ? [[numberingSystem, digits.join('')] as const]
    : [];
});

it.each(systems)('reads the digits of %s: %s', (_, digits) => {
  expect(plainDigits(digits)).toBe('0123456789');
});

it('knows more systems than one could list', () => {
  expect(systems.length).toBeGreaterThan(60);
  expect(systems.map(([name]) => name)).toEqual(
    expect.arrayContaining(['arab', 'arabext', 'beng', 'deva', 'fullwide', 'mathmono', 'mathsanb', 'thai']),
  );
});

it('writes full-width letters and signs as those of ASCII', () => {
  expect(plainDigits('＋（Ａｚ）－．／＠～')).toBe('+(Az)-./@~');
});

it.each(['\u200e', '\u200f', '\u061c', '\u202a', '\u202e', '\u2066', '\u2069', '\ufeff', '\u200b'])(
  'leaves out what nobody sees: %j',
  (mark) => {
    expect(plainDigits(`${mark}1${mark}2${mark}`)).toBe('12');
  },
);

it('leaves letters of other scripts, and numbers that are no digits', () => {
  expect(plainDigits('Ж用ｱ²½①Ⅳ七')).toBe('Ж用ｱ²½①Ⅳ七');
});
