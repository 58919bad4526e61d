import { cardTestNumbers } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { brandOf, hasRightCheckDigit, isLengthOfBrand } from './card-number.ts';

describe('card numbers', () => {
  it.each(Object.entries(cardTestNumbers))('of %s are told by their beginning', (brand, number) => {
    expect(brandOf(number)).toBe(brand.split(' ')[0]);
    expect(hasRightCheckDigit(number)).toBe(true);
    expect(isLengthOfBrand(number.slice(0, 6), number.length)).toBe(true);
  });

  it.each([
    ['2200770000000000', 'MIR'],
    ['2720990000000000', 'MASTERCARD'],
    ['2721000000000000', null],
    ['6062820000000000', 'RUPAY'],
    ['6500000000000000', 'DISCOVER'],
    ['6362970000000000', 'ELO'],
    ['3095000000000000', 'DINERS_CLUB'],
    ['1234560000000000', null],
  ])('%s is of %s', (number, brand) => expect(brandOf(number)).toBe(brand));

  it('have one digit that catches any other digit in the place of one', () => {
    const number = cardTestNumbers['MASTERCARD of the 2 series'];
    for (let place = 0; place < number.length; place++)
      for (const digit of '0123456789')
        expect(hasRightCheckDigit(number.slice(0, place) + digit + number.slice(place + 1))).toBe(
          digit === number[place],
        );
    expect(hasRightCheckDigit('')).toBe(false);
  });

  it('are as long as their network says', () => {
    expect(isLengthOfBrand('411111', 15)).toBe(false);
    expect(isLengthOfBrand('378282', 15)).toBe(true);
    expect(isLengthOfBrand('123456', 16)).toBe(true);
    expect(isLengthOfBrand('123456', 20)).toBe(false);
  });
});
