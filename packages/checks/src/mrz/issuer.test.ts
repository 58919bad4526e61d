import { describe, expect, it } from 'vitest';
import { countryOfIssuer, isKnownIssuer } from './issuer.ts';

describe('issuers', () => {
  it.each([
    ['D', 'DE'],
    ['FRA', 'FR'],
    ['GBR', 'GB'],
    ['GBD', 'GB'],
    ['UTO', null],
    ['UNO', null],
    ['RKS', null],
    ['XXA', null],
    ['', null],
  ])('%s is %s', (code, country) => {
    expect(countryOfIssuer(code)).toBe(country);
  });

  it('knows the codes of states, organizations and specimens, and no others', () => {
    expect(['D', 'FRA', 'UNO', 'XXA', 'RKS', 'UTO', 'ZZZ', 'toString', ''].map(isKnownIssuer)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
