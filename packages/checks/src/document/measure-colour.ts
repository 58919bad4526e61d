import { downscale, type RgbaImage } from '@vendor/vision';

/** Blocks across a page: 20 pixels each at a page width of 1,000, which averages out noise and colour smeared by JPEG. */
const COLUMNS = 50;
/** Margin that may show the background, because corners are found to within 1 % of a page's width. */
const MARGIN = 0.07;
/** Range of brightness in which colour is measured; darker blocks are too noisy, and brighter blocks are clipped. */
const MIN_SUM = 150;
const MAX_CHANNEL = 250;
/** Minimum number of measurable blocks. With fewer, half of the page is dark or washed out. */
const MIN_BLOCKS = 600;
/**
 * Minimum number of printed blocks on white paper. There only blocks with print or a picture count, and the paper defines grey.
 */
const MIN_PRINTED_BLOCKS = 60;
const GREY = 1;

/**
 * Measures the spread of colours of a straightened page, independent of the colour of the light: the distance from the page's
 * median chromaticity that one block in ten exceeds, as shares of red and blue (0: a grey page under even light, 1: a primary
 * colour).
 *
 * @param isWhite - whether the page is printed on white paper, as from scanners and copiers; its blocks without print are
 *   skipped.
 * @returns null if too little of the page can be measured.
 */
export function measureColour(flat: RgbaImage, isWhite = false): number | null {
  const rows = Math.round((COLUMNS * flat.height) / flat.width);
  const { data } = downscale(flat, { widthPx: COLUMNS, heightPx: rows });
  const reds: number[] = [];
  const blues: number[] = [];
  const inset = Math.ceil(MARGIN * COLUMNS);
  for (let y = inset; y < rows - inset; y++) {
    for (let x = inset; x < COLUMNS - inset; x++) {
      const byte = 4 * (y * COLUMNS + x);
      const [red, green, blue] = [data[byte]!, data[byte + 1]!, data[byte + 2]!];
      const sum = red + green + blue;
      if (sum < MIN_SUM || Math.max(red, green, blue) > MAX_CHANNEL) continue;
      reds.push((3 * red) / sum);
      blues.push((3 * blue) / sum);
    }
  }
  if (reds.length < (isWhite ? MIN_PRINTED_BLOCKS : MIN_BLOCKS)) return null;
  const [red, blue] = isWhite ? [GREY, GREY] : [quantile(reds, 0.5), quantile(blues, 0.5)];
  return quantile(
    reds.map((value, index) => Math.hypot(value - red, blues[index]! - blue)),
    0.9,
  );
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(share * (sorted.length - 1))]!;
}
