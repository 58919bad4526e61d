import type { AddressLetter, LetterLayout } from './address-letter.ts';

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

/** Lays out the lines of a letter on the sheet. */
export function layOutLetter(letter: AddressLetter): LetterLine[] {
  const line = (text: string, xMm: number, yMm: number, sizeMm = 4, bold = false) => ({
    text,
    xMm,
    yMm,
    sizeMm,
    bold,
  });
  const block = (texts: readonly string[], xMm: number, yMm: number, sizeMm = 4) =>
    texts.map((text, row) => line(text, xMm, yMm + 1.5 * sizeMm * row, sizeMm));
  const comma = letter.issuerAddress.indexOf(', ');
  const sender = [letter.issuer, letter.issuerAddress.slice(0, comma), letter.issuerAddress.slice(comma + 2)];
  const recipient = [letter.name, ...letter.address];
  const logo = line(letter.issuer, 20, 25, 7, true);
  const returnLine = line(`${letter.issuer}, ${letter.issuerAddress}`, 20, 45, 2.6);
  const head: Readonly<Record<LetterLayout, readonly LetterLine[]>> = {
    window: [logo, returnLine, ...block(recipient, 20, 54), line(letter.dateText, 130, 54)],
    right: [...block(sender, 20, 20), ...block(recipient, 110, 54), line(letter.dateText, 20, 90)],
    letterhead: [...block(sender, 130, 20), ...block(recipient, 20, 54), line(letter.dateText, 130, 90)],
    column: [
      logo,
      ...block(recipient, 20, 54),
      ...block([...sender, 'Tel. +49 30 5550 1234', 'www.letter.example'], 130, 48, 3.2),
      line(letter.dateText, 130, 90),
    ],
    slip: [
      logo,
      returnLine,
      ...block(recipient, 20, 54),
      line(letter.dateText, 130, 54),
      ...block(recipient, 20, 250, 3.5),
      ...block(['Pay to:', ...sender], 120, 250, 3.5),
    ],
  };
  return [
    ...head[letter.layout],
    line(letter.title, 20, 105, 5.5, true),
    ...letter.paragraphs.map((text, index) => line(text, 20, 118 + 9 * index)),
  ];
}
