import type { Outline } from '../../session/view.ts';
import { frameSize } from './frame-size.ts';

const { widthPx, heightPx } = frameSize;

/** A data page with the proportions of ICAO 9303-4, in the middle of the picture. */
const page = { height: 600, width: Math.round((600 * 125) / 88) } as const;
const left = (widthPx - page.width) / 2;
const top = (heightPx - page.height) / 2;
const [x0, y0, x1, y1] = [left / widthPx, top / heightPx, 1 - left / widthPx, 1 - top / heightPx];

/** Outline of the document, in shares of the picture. */
export const documentOutline: Outline = [x0, y0, x1, y0, x1, y1, x0, y1];

/** The specimen of ICAO 9303-4, of a fictitious person and state. */
const lines = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
];
const entries = [
  ['Surname', 'ERIKSSON'],
  ['Given names', 'ANNA MARIA'],
  ['Nationality', 'UTOPIA'],
  ['Date of birth', '12 AUG 1974'],
  ['Passport No.', 'L898902C3'],
] as const;

/** Draws a specimen of a passport on a table, almost still, like a document held in a hand. */
export function drawDocument(context: CanvasRenderingContext2D, seconds: number): void {
  context.resetTransform();
  context.fillStyle = '#4b4038';
  context.fillRect(0, 0, widthPx, heightPx);
  context.translate(left + Math.sin(seconds), top + Math.cos(seconds * 1.3));
  context.fillStyle = '#e8e2d0';
  context.fillRect(0, 0, page.width, page.height);
  context.fillStyle = '#8b98a5';
  context.fillRect(40, 110, 210, 270);
  context.fillStyle = '#d8c3ae';
  context.beginPath();
  context.ellipse(145, 225, 62, 82, 0, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#20242a';
  context.font = '600 40px sans-serif';
  context.fillText('SPECIMEN', 40, 70);
  for (const [index, [label, value]] of entries.entries()) {
    const y = 130 + index * 58;
    context.font = '16px sans-serif';
    context.fillText(label, 290, y);
    context.font = '600 26px sans-serif';
    context.fillText(value, 290, y + 28);
  }
  context.font = '31px "Courier New", monospace';
  for (const [index, line] of lines.entries()) {
    context.fillText(line, 28, 490 + index * 60, page.width - 56);
  }
}
