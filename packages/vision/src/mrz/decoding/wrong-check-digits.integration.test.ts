import {
  createSeededRandom,
  type MrzFormat,
  mrzLines,
  randomMrzIdentity,
  utopianPassport,
  withWrongCheckDigit,
} from '@vendor/specimens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCheckDigit } from './check-digit.ts';
import { findWrongCheckDigits } from './wrong-check-digits.ts';
import { findLayout, matchZoneLayout } from './zone-layout.ts';

/** Finds wrong check digits by the layout that matches the lines. */
const wrongIn = (lines: readonly string[]) => findWrongCheckDigits(matchZoneLayout(lines)!, lines);

const passport = utopianPassport(new Date('2031-03-01'));
const formats: readonly MrzFormat[] = ['TD1', 'TD2', 'TD3'];
const identities = fc
  .tuple(fc.nat(), fc.constantFrom(...formats))
  .map(([seed, format]) => randomMrzIdentity(createSeededRandom(seed), format));

describe('check digits', () => {
  it('computes the check digits of the examples in ICAO 9303-3', () => {
    expect(computeCheckDigit('520727')).toBe(3);
    expect(computeCheckDigit('AB2134<<<')).toBe(5);
  });

  it('finds no wrong check digit in a valid zone', () => {
    fc.assert(
      fc.property(identities, (identity) => {
        expect(wrongIn(mrzLines(identity))).toEqual([]);
      }),
    );
  });

  it('names the field whose check digit is wrong', () => {
    const lines = mrzLines(passport);
    expect(wrongIn(withWrongCheckDigit(lines, 'documentNumber'))).toContain('documentNumber');
    expect(wrongIn(withWrongCheckDigit(lines, 'birthDate'))).toContain('birthDate');
    expect(wrongIn(withWrongCheckDigit(lines, 'expiryDate'))).toContain('expirationDate');
    expect(wrongIn(withWrongCheckDigit(lines, 'composite'))).toEqual(['composite']);
  });

  it('detects a change of any single digit of the birth date', () => {
    fc.assert(
      fc.property(identities, fc.integer({ min: 0, max: 5 }), (identity, at) => {
        const lines = [...mrzLines(identity)];
        const [line, start] = identity.format === 'TD1' ? [1, 0] : [1, 13];
        const text = lines[line]!;
        const changed = String((Number(text[start + at]) + 1) % 10);
        lines[line] = text.slice(0, start + at) + changed + text.slice(start + at + 1);
        expect(wrongIn(lines)).toContain('birthDate');
      }),
    );
  });

  it('returns a result for lines of any length and content', () => {
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.array(fc.string(), { maxLength: 4 }), (format, lines) => {
        expect(findWrongCheckDigits(findLayout(format, ''), lines)).toContain('composite');
      }),
    );
  });
});
