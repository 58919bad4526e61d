import type { GrayImage } from '../image.ts';

/** Half the side of the square whose mean and standard deviation a pixel is compared with: about two characters. */
const REACH = 12;
/** Ink is darker than the mean of its surroundings by this many standard deviations. */
const DEPTH = 0.6;

/**
 * Binarizes a picture by a local threshold: marks pixels darker than their surroundings.
 *
 * @returns one byte per pixel, 1 for ink.
 */
export function mapInk(image: GrayImage): Uint8Array {
  const { data, width, height } = image;
  const ink = new Uint8Array(width * height);
  const floor = noiseFloor(image);
  // Sums over the rows of the square for each column, which move down with it.
  const sums = new Int32Array(width);
  const squares = new Int32Array(width);
  const addRow = (y: number, sign: 1 | -1): void => {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const value = data[at]!;
      sums[x]! += sign * value;
      squares[x]! += sign * value * value;
    }
  };
  for (let y = 0; y < Math.min(REACH, height); y++) addRow(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + REACH < height) addRow(y + REACH, 1);
    if (y - REACH - 1 >= 0) addRow(y - REACH - 1, -1);
    const rows = Math.min(height, y + REACH + 1) - Math.max(0, y - REACH);
    markRow(data.subarray(y * width, (y + 1) * width), sums, squares, rows, floor, ink.subarray(y * width));
  }
  return ink;
}

/** Marks the ink of one row, with sums that move along it. */
function markRow(
  row: Uint8Array | Uint8ClampedArray,
  sums: Int32Array,
  squares: Int32Array,
  rows: number,
  floor: number,
  ink: Uint8Array,
): void {
  const width = row.length;
  let sum = 0;
  let square = 0;
  let columns = 0;
  for (let x = 0; x < Math.min(REACH, width); x++, columns++) {
    sum += sums[x]!;
    square += squares[x]!;
  }
  for (let x = 0; x < width; x++) {
    if (x + REACH < width) {
      sum += sums[x + REACH]!;
      square += squares[x + REACH]!;
      columns++;
    }
    if (x > REACH) {
      sum -= sums[x - REACH - 1]!;
      square -= squares[x - REACH - 1]!;
      columns--;
    }
    const count = rows * columns;
    const depth = sum / count - row[x]!;
    if (depth < floor) continue;
    const mean = sum / count;
    if (depth * depth >= DEPTH * DEPTH * (square / count - mean * mean)) ink[x] = 1;
  }
}

/**
 * Returns the depth below which a dark spot is noise: 1.6 standard deviations of the noise, at least 3 grey levels. The noise
 * is estimated from the median of |4 v - neighbours|, which for white noise of deviation s is 0.6745 * sqrt(20) s.
 */
function noiseFloor({ data, width, height }: GrayImage): number {
  const counts = new Uint32Array(256);
  let samples = 0;
  for (let y = 2; y < height - 2; y += 3) {
    for (let x = 2; x < width - 2; x += 3) {
      const i = y * width + x;
      const detail = Math.abs(
        4 * data[i]! - data[i - 1]! - data[i + 1]! - data[i - width]! - data[i + width]!,
      );
      counts[Math.min(255, detail)]!++;
      samples++;
    }
  }
  let median = 0;
  for (let below = counts[0]!; median < 255 && below <= samples / 2; median++) below += counts[median + 1]!;
  return Math.max(3, (1.6 * median) / (0.6745 * Math.sqrt(20)));
}
