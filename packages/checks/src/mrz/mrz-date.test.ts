import { describe, expect, it } from 'vitest';
import { calculateAge, hasDateForm, readBirthDate, readExpirationDate } from './mrz-date.ts';

const today = '2031-03-01';

describe('two-digit years', () => {
  it.each([
    ['740812', '1974-08-12'],
    ['310301', '2031-03-01'],
    ['310302', '1931-03-02'],
    ['000229', '2000-02-29'],
    ['010229', null],
    ['74<<<<', null],
    ['', null],
  ])('reads the birth date %s as %s', (digits, date) => {
    expect(readBirthDate(digits, today)).toBe(date);
  });

  it.each([
    ['310228', '2031-02-28'],
    ['810101', '1981-01-01'],
    ['800101', '2080-01-01'],
    ['991231', '1999-12-31'],
    ['321301', null],
  ])('reads the expiry date %s as %s', (digits, date) => {
    expect(readExpirationDate(digits, today)).toBe(date);
  });

  it.each([
    ['740812', true],
    ['74<<<<', true],
    ['<<<<<<', true],
    ['741312', false],
    ['740800', false],
    ['7A0812', false],
  ])('checks whether %s has the format of a date: %s', (digits, expected) => {
    expect(hasDateForm(digits)).toBe(expected);
  });

  it('counts whole years', () => {
    expect(calculateAge('2013-03-02', today)).toBe(17);
    expect(calculateAge('2013-03-01', today)).toBe(18);
    expect(calculateAge('2008-02-29', '2026-02-28')).toBe(17);
  });
});
