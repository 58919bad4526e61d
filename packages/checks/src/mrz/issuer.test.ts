import { countryCodes } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import { findIssuerCountry, isKnownIssuer } from './issuer.ts';

describe('issuers', () => {
  it.each([
    ['D', 'DE'],
    ['FRA', 'FR'],
    ['GBR', 'GB'],
    ['GBD', 'GB'],
    ['GBN', 'GB'],
    ['GBO', 'GB'],
    ['GBP', 'GB'],
    ['GBS', 'GB'],
    // Kosovo: the code of its passports, and those of other documents.
    ['RKS', 'XK'],
    ['XKX', 'XK'],
    ['XKK', 'XK'],
    ['XK', 'XK'],
    ['', null],
    ['DE', null],
    ['G', null],
  ])('maps %s to %s', { tags: ['DRUN-63'] }, (code, country) => {
    expect(findIssuerCountry(code)).toBe(country);
  });

  // ICAO Doc 9303-3, section 5, besides states and the codes above.
  it.each([
    ...['EUE', 'UNO', 'UNA', 'UNK', 'UTO'],
    ...['XBA', 'XIM', 'XCC', 'XCE', 'XCO', 'XEC', 'XPO', 'XES', 'XMP', 'XOM', 'XDC'],
    ...['XXA', 'XXB', 'XXC', 'XXX'],
  ])('knows %s, which is not a country', (code) => {
    expect([isKnownIssuer(code), findIssuerCountry(code)]).toEqual([true, null]);
  });

  it.each(['XKA', 'KS', 'KOS', 'XXD', 'EUR', 'DEX'])('does not know %s, which is not listed', (code) => {
    expect([isKnownIssuer(code), findIssuerCountry(code)]).toEqual([false, null]);
  });

  it('covers exactly the countries that inputs can name', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const found = letters.flatMap((a) =>
      letters.flatMap((b) => letters.flatMap((c) => findIssuerCountry(a + b + c) ?? [])),
    );
    expect([...new Set(found)].sort()).toEqual(countryCodes);
  });

  it('knows the codes of states, organizations and specimens, and no others', () => {
    expect(['D', 'FRA', 'UNO', 'XXA', 'RKS', 'XKX', 'UTO', 'ZZZ', 'toString', ''].map(isKnownIssuer)).toEqual(
      [true, true, true, true, true, true, true, false, false, false],
    );
  });
});
