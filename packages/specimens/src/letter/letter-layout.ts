import type { AddressLetter } from './address-letter.ts';

/** A line on the sheet: left edge, baseline and size in millimetres. */
export interface LetterLine {
  readonly text: string;
  readonly xMm: number;
  readonly yMm: number;
  readonly sizeMm: number;
  readonly bold: boolean;
}

/** An A4 sheet. */
export const sheet = { widthMm: 210, heightMm: 297 } as const;

/** Where everything stands on the sheet. */
export function layOutLetter(letter: AddressLetter): LetterLine[] {
  const line = (text: string, xMm: number, yMm: number, sizeMm = 4, bold = false) => ({
    text,
    xMm,
    yMm,
    sizeMm,
    bold,
  });
  return [
    line(letter.issuer, 20, 25, 7, true),
    line(`${letter.issuer}, ${letter.issuerAddress}`, 20, 45, 2.6),
    line(letter.name, 20, 54),
    ...letter.address.map((text, index) => line(text, 20, 60 + 6 * index)),
    line(letter.dateText, 130, 54),
    line(letter.title, 20, 105, 5.5, true),
    ...letter.paragraphs.map((text, index) => line(text, 20, 118 + 9 * index)),
  ];
}
