import type { RgbaImage } from '../image.ts';
import type { Quad } from '../quad.ts';
import { rowSpans } from './region.ts';

/** Extent of washed-out highlights in a region. */
export interface Glare {
  /** Share of the region in which print is no longer visible, 0 to 1. */
  readonly share: number;
}

/** Value from which a channel counts as clipped; JPEG and video coding lower a clipped 255 by up to five. */
const CLIPPED = 250;

/** Share of clipped pixels from which a cell is washed out; the rest is noise and the edge of the highlight. */
const WASHED_OUT_SHARE = 0.8;

/** Number of cells across the region. A hundredth of a document's width is about half a printed character. */
const CELLS_ACROSS = 96;

/** Maximum share of a whole page: 2 % of a card is 90 mm², a spot of 1 cm, as large as an eye of the portrait or two words. */
export const PAGE_GLARE_LIMIT = 0.02;

/**
 * Measures glare: the share of cells in which all three channels are clipped. Well-exposed white paper stays below clipping; a
 * page that is overexposed as a whole counts as glare, because it is equally unreadable.
 *
 * @param image - RGBA; alpha is ignored.
 * @param region - the document's corners, or those of its MRZ; defaults to the whole picture.
 */
export function measureGlare(image: RgbaImage, region?: Quad): Glare {
  const spans = rowSpans(image, region);
  const widest = spans.reduce((most, span) => Math.max(most, span.end - span.start), 0);
  if (widest === 0) return { share: 0 };
  const cell = Math.max(1, Math.round(widest / CELLS_ACROSS));
  const cellsAcross = Math.ceil(image.width / cell);
  const clipped = new Uint32Array(cellsAcross * Math.ceil(image.height / cell));
  const pixels = new Uint32Array(clipped.length);

  for (const { y, start, end } of spans) {
    const cellRow = Math.floor(y / cell) * cellsAcross;
    for (let x = start, byte = (y * image.width + start) * 4; x < end; x++, byte += 4) {
      const index = cellRow + Math.floor(x / cell);
      pixels[index] = pixels[index]! + 1;
      if (isClipped(image.data, byte)) clipped[index] = clipped[index]! + 1;
    }
  }
  return { share: washedOutShare(clipped, pixels) };
}

function isClipped(data: RgbaImage['data'], byte: number): boolean {
  return data[byte]! >= CLIPPED && data[byte + 1]! >= CLIPPED && data[byte + 2]! >= CLIPPED;
}

function washedOutShare(clipped: Uint32Array, pixels: Uint32Array): number {
  let lost = 0;
  let total = 0;
  for (let cell = 0; cell < pixels.length; cell++) {
    total += pixels[cell]!;
    if (clipped[cell]! >= pixels[cell]! * WASHED_OUT_SHARE) lost += pixels[cell]!;
  }
  return lost / total;
}
