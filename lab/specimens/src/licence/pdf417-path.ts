import bwipjs from 'bwip-js/node';

/** A PDF417 symbol as an SVG path of unit modules. */
export interface Pdf417Drawing {
  readonly d: string;
  /** Width in modules. */
  readonly width: number;
  readonly height: number;
}

/** The part of a drawn matrix used here: one byte for each module, each row once. */
interface Matrix {
  readonly pixs: ArrayLike<number>;
  readonly pixx: number;
  readonly pixy: number;
}

/**
 * Encodes a text as PDF417 (ISO/IEC 15438), with error correction level 5, which AAMVA recommends.
 *
 * @param columns - number of data columns; each is 17 modules wide.
 */
export function pdf417Path(text: string, columns: number): Pdf417Drawing {
  const options = { bcid: 'pdf417', text, columns, eclevel: 5 };
  const [matrix] = bwipjs.raw(options) as unknown as readonly Matrix[];
  if (!matrix) throw new Error('The text does not fit into the symbol.');
  const { pixs, pixx: width, pixy: height } = matrix;
  const rows = pixs.length / width;
  const rowHeight = height / rows;
  const runs: string[] = [];
  for (let row = 0; row < rows; row++) {
    for (let x = 0; x < width; x++) {
      if (!pixs[row * width + x]) continue;
      const start = x;
      while (x + 1 < width && pixs[row * width + x + 1]) x++;
      runs.push(`M${start} ${row * rowHeight}h${x + 1 - start}v${rowHeight}h${start - x - 1}z`);
    }
  }
  return { d: runs.join(''), width, height };
}
