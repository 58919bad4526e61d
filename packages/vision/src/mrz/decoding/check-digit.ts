import { FILLER, MRZ_CHARACTERS } from '../cells/cell.ts';

/** Weights of the characters under a check digit, repeating (ICAO 9303-3, 4.9). */
export const CHECK_WEIGHTS = [7, 3, 1] as const;

/**
 * Returns the value of a character in a check digit.
 *
 * @param character - its index in `MRZ_CHARACTERS`. Letters count from 10, digits as themselves, the filler as 0.
 */
export function checkValue(character: number): number {
  if (character === FILLER) return 0;
  return character < 26 ? character + 10 : character - 26;
}

/**
 * Computes the check digit of MRZ characters: the sum of their values weighted 7, 3, 1, 7, …, modulo 10 (ICAO 9303-3, 4.9).
 * Digits count as themselves, letters from A = 10, the filler as 0.
 *
 * @throws RangeError for a character that does not occur in an MRZ.
 */
export function computeCheckDigit(characters: string): number {
  let sum = 0;
  for (let index = 0; index < characters.length; index++) {
    const character = MRZ_CHARACTERS.indexOf(characters[index]!);
    if (character < 0) throw new RangeError('An MRZ contains only A to Z, 0 to 9 and <.');
    sum += checkValue(character) * CHECK_WEIGHTS[(index % 3) as 0 | 1 | 2];
  }
  return sum % 10;
}
