import { cardTestNumbers } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { type CardBrand, findBrand, isValidNumberLength, resolveBrand } from './card-brand.ts';
import { hasRightCheckDigit } from './check-digit.ts';

describe('card numbers', () => {
  it.each(Object.entries(cardTestNumbers))('recognizes %s by the first digits', (brand, number) => {
    expect(findBrand(number)).toBe(brand.split(' ')[0]);
    expect(hasRightCheckDigit(number)).toBe(true);
    expect(isValidNumberLength(number.slice(0, 6), number.length)).toBe(true);
  });

  it.each([
    ['2200770000000000', 'MIR'],
    ['2720990000000000', 'MASTERCARD'],
    ['2721000000000000', null],
    ['2205000000000000', 'BORICA'],
    ['3095000000000000', 'DINERS_CLUB'],
    ['4571000000000000', 'VISA'],
    ['4576320000000000', 'ELO'],
    ['5019000000000000', 'DANKORT'],
    ['5018000000000000', 'MAESTRO'],
    ['5060980000000000', 'MAESTRO'],
    ['5060990000000000', 'VERVE'],
    ['5066990000000000', 'ELO'],
    ['5085000000000000', 'RUPAY'],
    ['6011000000000000', 'DISCOVER'],
    ['6040000000000000', 'RUPAY'],
    ['6040010000000000', 'UKRCARD'],
    ['6042000000000000', 'UKRCARD'],
    ['6042010000000000', 'RUPAY'],
    ['6062820000000000', 'HIPERCARD'],
    ['6069850000000000', 'RUPAY'],
    ['6277800000000000', 'ELO'],
    ['6277810000000000', 'UNIONPAY'],
    ['6362970000000000', 'ELO'],
    ['6370950000000000', 'HIPER'],
    ['6500000000000000', 'DISCOVER'],
    ['6500020000000000', 'VERVE'],
    ['6504050000000000', 'ELO'],
    ['6521500000000000', 'RUPAY'],
    ['6550200000000000', 'DISCOVER'],
    ['8171990000000000', 'UNIONPAY'],
    ['8172000000000000', 'RUPAY'],
    ['9792000000000000', 'TROY'],
    ['9792900000000000', null],
    ['1234560000000000', null],
  ])('finds for %s the network %s', (number, brand) => expect(findBrand(number)).toBe(brand));

  it('finds the same network by six digits as by all', () => {
    for (const number of Object.values(cardTestNumbers))
      expect(findBrand(number.slice(0, 6))).toBe(findBrand(number));
  });

  it('detects any single wrong digit by the check digit', { tags: ['DRUN-85'] }, () => {
    const number = cardTestNumbers['MASTERCARD of the 2 series'];
    for (let place = 0; place < number.length; place++)
      for (const digit of '0123456789')
        expect(hasRightCheckDigit(number.slice(0, place) + digit + number.slice(place + 1))).toBe(
          digit === number[place],
        );
    expect(hasRightCheckDigit('')).toBe(false);
  });

  it.each<[CardBrand | null, string, number | null, CardBrand[]]>([
    ['UNIONPAY', '430000', 19, ['UNIONPAY']],
    ['UNIONPAY', '430000', 19, ['UNIONPAY', 'VISA']],
    ['VISA', '430000', 19, ['VISA']],
    [null, '430000', 19, []],
    ['VISA', '430000', 16, []],
    ['VISA', '430000', 13, []],
    ['VISA', '430000', 16, ['VISA', 'UNIONPAY']],
    [null, '430000', 16, ['UNIONPAY']],
    [null, '430000', null, ['UNIONPAY']],
    ['VISA', '430000', null, []],
    ['UNIONPAY', '620000', 19, []],
    ['UNIONPAY', '620000', 16, ['VISA']],
    ['ELO', '431274', 16, ['UNIONPAY']],
    ['MASTERCARD', '510000', 16, ['UNIONPAY']],
    [null, '123456', 19, ['VISA']],
  ])('assigns to %s: %s…, %s digits, marks %j', (brand, bin, length, marks) => {
    expect(resolveBrand(findBrand(bin), length, marks)).toBe(brand);
  });

  it('requires the number length of the network', () => {
    expect(isValidNumberLength('411111', 15)).toBe(false);
    expect(isValidNumberLength('378282', 15)).toBe(true);
    expect(isValidNumberLength('123456', 16)).toBe(true);
    expect(isValidNumberLength('123456', 20)).toBe(false);
  });
});
