import { FILLER } from './cell.ts';

/** Weights of a check digit's characters, again and again (ICAO 9303-3, 4.9). */
export const CHECK_WEIGHTS = [7, 3, 1] as const;

/**
 * What a character counts in a check digit.
 *
 * @param character - its place in `MRZ_CHARACTERS`: letters count from 10, digits as themselves, the filler nothing.
 */
export function checkValue(character: number): number {
  if (character === FILLER) return 0;
  return character < 26 ? character + 10 : character - 26;
}
