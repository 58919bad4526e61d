import type { DocumentPage } from '../passport/document-page.ts';
import { drawSvg } from '../picture.ts';
import type { AddressLetter } from './address-letter.ts';
import { layOutLetter, sheet } from './letter-layout.ts';
import { printLine } from './letter-print.ts';

/**
 * Draws a letter on a sheet of A4.
 *
 * @param widthPx - of the picture; 1240 is 150 pixels per inch.
 */
export async function renderLetter(letter: AddressLetter, widthPx = 1240): Promise<DocumentPage> {
  const scale = widthPx / sheet.widthMm;
  const heightPx = Math.round(sheet.heightMm * scale);
  const print = layOutLetter(letter).map(({ text, xMm, yMm, sizeMm, bold }) =>
    printLine(text, {
      x: xMm * scale,
      baseline: yMm * scale,
      size: sizeMm * scale,
      weight: bold ? 'Bold' : 'Regular',
    }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">
    <rect width="100%" height="100%" fill="#fdfdfb"/>
    <rect width="100%" height="${Math.round(8 * scale)}" fill="#27566b"/>
    <g fill="#1b1c1f">${print.join('')}</g>
  </svg>`;
  return { picture: await drawSvg(svg), widthMm: sheet.widthMm, heightMm: sheet.heightMm, mrz: [] };
}
