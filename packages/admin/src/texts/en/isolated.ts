/** Letters of right-to-left scripts: Hebrew, Arabic, Syriac, Thaana, N’Ko and their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Isolates right-to-left text (FSI and PDI, UAX #9), so that it does not reorder the sentence around it. Returns other text
 * unchanged.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
