/** Letters that are written from the right: Hebrew, Arabic, Syriac, Thaana, N’Ko and their presentation forms. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Isolates right-to-left text, so that it does not reorder the sentence around it (FSI and PDI, UAX #9). Other text stays as it
 * is.
 */
export function isolated(text: string): string {
  return fromRight.test(text) ? `\u2068${text}\u2069` : text;
}
