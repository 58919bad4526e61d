const WEIGHTS = [7, 3, 1];

/**
 * The check digit over characters of a machine readable zone: each value times 7, 3, 1, 7, … summed, modulo 10
 * (ICAO 9303-3, 4.9). Written apart from the reader's own, so that neither can hide the other's mistake.
 */
export function mrzCheckDigit(characters: string): string {
  const sum = Array.from(characters).reduce(
    (total, character, index) => total + characterValue(character) * WEIGHTS[index % 3]!,
    0,
  );
  return String(sum % 10);
}

/** Digits count as themselves, letters from A = 10, the filler as 0. */
function characterValue(character: string): number {
  return character === '<' ? 0 : Number.parseInt(character, 36);
}
