import sharp from 'sharp';
import type { DocumentPage } from '../passport/document-page.ts';
import type { Picture } from '../picture.ts';
import type { CameraView } from './camera-view.ts';
import type { Table } from './table.ts';

/** Returns the page at no more than the camera's resolution, so that fine print does not turn into moiré. */
export async function fitPage(page: DocumentPage, pxPerMm: number): Promise<DocumentPage> {
  const { picture, widthMm, heightMm } = page;
  const width = Math.round(widthMm * pxPerMm * 1.15);
  if (width >= picture.width) return page;
  const height = Math.round(heightMm * pxPerMm * 1.15);
  const source = { raw: { width: picture.width, height: picture.height, channels: 4 as const } };
  const data = await sharp(picture.data, source).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  return { ...page, picture: { data, width, height } };
}

/** Draws the table and the document on it. */
export function layPage(
  page: DocumentPage | undefined,
  table: Table,
  view: CameraView,
  size: { width: number; height: number },
): Picture {
  const { width, height } = size;
  const data = new Uint8Array(width * height * 4);
  const [a, b, c, d, e, f, g, h, i] = view.toTable as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const colour = new Float64Array(4);
  for (let row = 0, byte = 0; row < height; row++) {
    const y = row + 0.5;
    for (let column = 0; column < width; column++, byte += 4) {
      const x = column + 0.5;
      const divisor = g * x + h * y + i;
      const xMm = (a * x + b * y + c) / divisor;
      const yMm = (d * x + e * y + f) / divisor;
      const cover = page ? samplePage(page, xMm, yMm, onPage) : 0;
      if (cover < 1) sampleTable(table, xMm, yMm, colour);
      if (cover > 0) layOver(colour, onPage, cover);
      data[byte] = colour[0]!;
      data[byte + 1] = colour[1]!;
      data[byte + 2] = colour[2]!;
      data[byte + 3] = 255;
    }
  }
  return { data, width, height };
}

function sampleTable({ picture, pxPerMm }: Table, xMm: number, yMm: number, colour: Float64Array): void {
  const x = mirrored(xMm * pxPerMm + picture.width / 2 - 0.5, picture.width - 1);
  const y = mirrored(yMm * pxPerMm + picture.height / 2 - 0.5, picture.height - 1);
  samplePicture(picture, x, y, colour);
}

function mirrored(value: number, limit: number): number {
  if (value >= 0 && value <= limit) return value;
  const period = 2 * limit;
  const wrapped = ((value % period) + period) % period;
  return wrapped > limit ? period - wrapped : wrapped;
}

const onPage = new Float64Array(4);

/** Writes the page's colour at a position on the table; returns how much of the table it covers there, 0 to 1. */
function samplePage(page: DocumentPage, xMm: number, yMm: number, colour: Float64Array): number {
  const { picture } = page;
  const x = (xMm / page.widthMm + 0.5) * picture.width - 0.5;
  const y = (yMm / page.heightMm + 0.5) * picture.height - 0.5;
  if (x <= -1 || y <= -1 || x >= picture.width || y >= picture.height) return 0;
  const inside = Math.min(1, x + 1, y + 1, picture.width - x, picture.height - y);
  samplePicture(picture, x, y, colour);
  return (colour[3]! / 255) * inside;
}

function layOver(under: Float64Array, over: Float64Array, cover: number): void {
  for (let channel = 0; channel < 3; channel++) {
    under[channel] = under[channel]! * (1 - cover) + over[channel]! * cover;
  }
}

/** Interpolates colour and alpha between the four nearest pixels; transparent ones do not contribute to the colour. */
function samplePicture({ data, width, height }: Picture, x: number, y: number, colour: Float64Array): void {
  const left = Math.max(0, Math.min(width - 1, x));
  const top = Math.max(0, Math.min(height - 1, y));
  const column = Math.min(left | 0, width - 2);
  const row = Math.min(top | 0, height - 2);
  const across = left - column;
  const down = top - row;
  const p = (row * width + column) * 4;
  const q = p + width * 4;
  const wp = (1 - across) * (1 - down) * data[p + 3]!;
  const wp1 = across * (1 - down) * data[p + 7]!;
  const wq = (1 - across) * down * data[q + 3]!;
  const wq1 = across * down * data[q + 7]!;
  const alpha = wp + wp1 + wq + wq1;
  const scale = alpha > 0 ? 1 / alpha : 0;
  colour[0] = (data[p]! * wp + data[p + 4]! * wp1 + data[q]! * wq + data[q + 4]! * wq1) * scale;
  colour[1] = (data[p + 1]! * wp + data[p + 5]! * wp1 + data[q + 1]! * wq + data[q + 5]! * wq1) * scale;
  colour[2] = (data[p + 2]! * wp + data[p + 6]! * wp1 + data[q + 2]! * wq + data[q + 6]! * wq1) * scale;
  colour[3] = alpha;
}
