/** Letters that are written from the right: Hebrew, Arabic, Syriac, Thaana, N’Ko and their presentation forms. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Keeps text written from the right from moving the words and digits of the sentence around it, by Unicode's FSI and PDI (UAX #9).
 * Other text stays as it is.
 */
export function isolated(text: string): string {
  return fromRight.test(text) ? `\u2068${text}\u2069` : text;
}
