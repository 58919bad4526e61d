import type { RgbaImage } from './image.ts';

/**
 * Scales a picture down by averaging the area under each new pixel, so that no thin line is lost or doubled.
 *
 * @param image - the picture; alpha is ignored and becomes opaque.
 * @param size - the new size in pixels, at least 1 × 1. The aspect ratio may change. A side that grows repeats pixels.
 */
export function downscale(image: RgbaImage, size: { widthPx: number; heightPx: number }): RgbaImage {
  const width = Math.max(1, Math.round(size.widthPx));
  const height = Math.max(1, Math.round(size.heightPx));
  const data = new Uint8ClampedArray(width * height * 4);
  if (image.width < 1 || image.height < 1) return { data, width, height };

  const columns = spans(image.width, width);
  const rows = spans(image.height, height);
  const rowSums = new Float32Array(image.width * 3);
  for (let y = 0; y < height; y++) {
    sumRows(image, rows, y, rowSums);
    averageColumns(rowSums, columns, 1 / rows.length, data, y * width * 4);
  }
  return { data, width, height };
}

/** Equal intervals of one axis: the start of each new pixel and the number of old pixels that it covers. */
interface Spans {
  readonly count: number;
  readonly length: number;
  readonly limit: number;
}

function spans(oldLength: number, newLength: number): Spans {
  return { count: newLength, length: oldLength / newLength, limit: oldLength };
}

/** Sums the rows under one new row, the first and last weighted by the share that is covered. */
function sumRows(image: RgbaImage, rows: Spans, index: number, sums: Float32Array): void {
  const start = index * rows.length;
  const end = Math.min(rows.limit, start + rows.length);
  sums.fill(0);
  for (let row = Math.floor(start); row < end; row++) {
    const share = Math.min(row + 1, end) - Math.max(row, start);
    let byte = row * image.width * 4;
    for (let cell = 0; cell < sums.length; cell += 3, byte += 4) {
      sums[cell] = sums[cell]! + image.data[byte]! * share;
      sums[cell + 1] = sums[cell + 1]! + image.data[byte + 1]! * share;
      sums[cell + 2] = sums[cell + 2]! + image.data[byte + 2]! * share;
    }
  }
}

function averageColumns(
  sums: Float32Array,
  columns: Spans,
  rowScale: number,
  data: Uint8ClampedArray,
  offset: number,
): void {
  const scale = rowScale / columns.length;
  for (let x = 0, byte = offset; x < columns.count; x++, byte += 4) {
    const start = x * columns.length;
    const end = Math.min(columns.limit, start + columns.length);
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let column = Math.floor(start); column < end; column++) {
      const share = Math.min(column + 1, end) - Math.max(column, start);
      red += sums[column * 3]! * share;
      green += sums[column * 3 + 1]! * share;
      blue += sums[column * 3 + 2]! * share;
    }
    data[byte] = red * scale;
    data[byte + 1] = green * scale;
    data[byte + 2] = blue * scale;
    data[byte + 3] = 255;
  }
}
