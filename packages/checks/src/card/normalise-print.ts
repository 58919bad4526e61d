import type { RgbaImage } from '@vendor/vision';

/** Whether print is darker or lighter than its background. */
export type Polarity = 'dark' | 'light';

/** Rows of a picture: `from` inclusive, `to` exclusive. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

/**
 * Converts print of any colour to dark print on white by comparing each pixel with the mean of its surroundings, which removes
 * background colours, gradients and uneven light.
 *
 * @param reachPx - half the side of the square of surroundings, about the height of the print.
 * @param gain - amplification of differences in grey level.
 * @param rows - to convert; the others become white. Without them, all rows are converted.
 */
export function normalisePrint(
  image: RgbaImage,
  polarity: Polarity,
  reachPx: number,
  gain: number,
  rows: Rows = { from: 0, to: image.height },
): RgbaImage {
  const { width, height } = image;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const reach = Math.round(reachPx);
  const [from, to] = [Math.max(0, rows.from), Math.min(height, rows.to)];
  const [first, last] = [Math.max(0, from - reach), Math.min(height, to + reach)];
  const gray = grayOf(image, first, last);
  const sums = integralImage(gray, width);
  const row = width + 1;
  for (let y = from; y < to; y++) {
    const [top, bottom] = [Math.max(0, y - reach) - first, Math.min(height, y + reach + 1) - first];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum =
        sums[bottom * row + right]! -
        sums[top * row + right]! -
        sums[bottom * row + left]! +
        sums[top * row + left]!;
      const mean = sum / ((bottom - top) * (right - left));
      const difference = (polarity === 'dark' ? 1 : -1) * (mean - gray[(y - first) * width + x]!);
      const level = 255 - gain * difference;
      const at = (y * width + x) * 4;
      data[at] = data[at + 1] = data[at + 2] = level;
    }
  }
  return { data, width, height };
}

function grayOf({ data, width }: RgbaImage, from: number, to: number): Float32Array {
  const gray = new Float32Array(width * Math.max(0, to - from));
  for (let index = 0, byte = from * width * 4; index < gray.length; index++, byte += 4)
    gray[index] = 0.299 * data[byte]! + 0.587 * data[byte + 1]! + 0.114 * data[byte + 2]!;
  return gray;
}

/** Computes the integral image (summed-area table), one row and column larger than the picture. */
function integralImage(gray: Float32Array, width: number): Float64Array {
  const height = gray.length / width;
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let rowSum = 0;
    for (let x = 0; x < width; x++) {
      rowSum += gray[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + rowSum;
    }
  }
  return sums;
}
