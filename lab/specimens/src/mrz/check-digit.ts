const WEIGHTS = [7, 3, 1];

/**
 * Computes the check digit of characters in a machine-readable zone: the sum of each value times 7, 3, 1, 7, …, modulo 10 (ICAO
 * 9303-3, 4.9). Separate from the reader's implementation, so that neither can hide a mistake of the other.
 */
export function mrzCheckDigit(characters: string): string {
  const sum = Array.from(characters).reduce(
    (total, character, index) => total + characterValue(character) * WEIGHTS[index % 3]!,
    0,
  );
  return String(sum % 10);
}

/** Returns the value of a character: digits as themselves, letters from A = 10, the filler as 0. */
function characterValue(character: string): number {
  return character === '<' ? 0 : Number.parseInt(character, 36);
}
