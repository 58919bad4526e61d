import type { CameraSubject } from '../../session/ports.ts';

/** Size and layout of a document. */
export interface DocumentForm {
  readonly widthMm: number;
  readonly heightMm: number;
  /**
   * Position of the machine-readable lines, in page heights from the upper edge: 2 mm more on either side than ICAO Doc 9303-4,
   * -5 and -6 specify.
   */
  readonly lines: readonly [top: number, bottom: number];
}

/** Sizes of ISO/IEC 7810: cards, larger cards (mostly with lines on the front), and passport pages. */
export const ID1: DocumentForm = { widthMm: 85.6, heightMm: 54, lines: [0.604, 0.967] };
export const ID2: DocumentForm = { widthMm: 105, heightMm: 74, lines: [0.754, 0.951] };
export const ID3: DocumentForm = { widthMm: 125, heightMm: 88, lines: [0.793, 0.959] };

/**
 * Forms by subject. A subject without an entry accepts any form: sheets of paper, and driving licences, because old ones are
 * paper as well.
 */
const forms: { readonly [subject in CameraSubject]?: readonly DocumentForm[] } = {
  PASSPORT: [ID3],
  NATIONAL_ID: [ID1, ID2],
  RESIDENT_PERMIT: [ID1, ID2],
  BACK: [ID1, ID2],
  BARS: [ID1],
  CARD: [ID1],
};

/**
 * Tolerance of the aspect ratio, as a difference of logarithms (about 7 %). Drawn passports held as guided were within 4 %; the
 * visible parts of those that extended outside the frame were off by 8 % or more. A page tilted by 20° is 6 % shorter.
 */
const tolerance = 0.07;

/**
 * Finds the form of the subject that is nearest to the shape of the document in the frame.
 *
 * @param ratio - longer side divided by shorter side.
 * @returns the nearest form, and whether the ratio fits it; a part of a document or another object does not fit.
 */
export function matchForm(subject: CameraSubject, ratio: number): { form: DocumentForm; fits: boolean } {
  const off = ({ widthMm, heightMm }: DocumentForm) => Math.abs(Math.log((ratio * heightMm) / widthMm));
  const own = forms[subject];
  if (!own) return { form: subject === 'SHEET' ? ID3 : ID1, fits: true };
  const form = own.reduce((best, other) => (off(other) < off(best) ? other : best));
  return { form, fits: off(form) <= tolerance };
}
