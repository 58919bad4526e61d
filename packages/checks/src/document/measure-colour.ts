import { downscale, type RgbaImage } from '@vendor/vision';

/** Blocks of a page 20 pixels wide, when it is 1,000 wide: noise and the colour that JPEG smears are averaged away. */
const COLUMNS = 50;
/** Margin that may show the table: corners are found to within 1 % of a page's width. */
const MARGIN = 0.07;
/** The colour of darker blocks cannot be measured; brighter blocks have lost theirs. */
const LEAST_SUM = 150;
const MOST = 250;
/** Fewer blocks say nothing of a page: half of it is dark or washed out. */
const LEAST_BLOCKS = 600;
/** On white paper, all blocks with print or a picture count, and the paper defines grey. */
const LEAST_PRINTED_BLOCKS = 60;
const GREY = 1;

/**
 * How far the colours of a straightened page are apart, whatever the light's own colour is: the distance from the page's
 * median that one block in ten exceeds, in shares of red and blue (0 is a grey page under even light, 1 is a primary colour).
 *
 * @param isWhite - the page is printed on white paper, as scanners and copiers give it: its blocks without print are left out.
 * @returns null when too little of the page can be told.
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
      if (sum < LEAST_SUM || Math.max(red, green, blue) > MOST) continue;
      reds.push((3 * red) / sum);
      blues.push((3 * blue) / sum);
    }
  }
  if (reds.length < (isWhite ? LEAST_PRINTED_BLOCKS : LEAST_BLOCKS)) return null;
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
