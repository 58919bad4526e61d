import type { GrayImage } from '@vendor/vision';

/** A part of a picture, in its pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Fields of a page along its longer side. */
const FIELDS = 24;
/** Half of the fields have paper this bright: a reflection covers less, and white paper under a lamp is darker somewhere. */
const WHITE = 245;
/** Ink is darker than its paper by this much in at least this many fields. Otherwise there is no print. */
const INK_STEP = 80;
const LEAST_PRINTED_SHARE = 0.03;
/** A stretch of a line this long has ink in it: two characters and the space between them, 5 mm. */
const STRETCHES = 22;
/** More of a band without ink has no lines. */
const MOST_INKLESS_SHARE = 0.9;

/**
 * Whether a picture shows print on white paper, as scanners and copiers give it: paper that is clipped all over hides nothing, and is no
 * reflection.
 */
export function isWhitePaper(gray: GrayImage): boolean {
  const side = Math.max(1, Math.floor(Math.max(gray.width, gray.height) / FIELDS));
  const papers: number[] = [];
  let printed = 0;
  for (let top = 0; top + side <= gray.height; top += side)
    for (let left = 0; left + side <= gray.width; left += side) {
      const { darkest, paper } = tonesOf(gray, { left, top, right: left + side, bottom: top + side });
      papers.push(paper);
      if (paper >= WHITE && paper - darkest >= INK_STEP) printed++;
    }
  papers.sort((a, b) => a - b);
  return (papers[papers.length >> 1] ?? 0) >= WHITE && printed >= LEAST_PRINTED_SHARE * papers.length;
}

/** How much of a band of lines on white paper shows no ink, as under a reflection; none of a band without lines. */
export function measureInklessShare(gray: GrayImage, band: Box): number {
  const width = (band.right - band.left) / STRETCHES;
  let inkless = 0;
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const left = band.left + stretch * width;
    const { darkest, paper } = tonesOf(gray, { ...band, left, right: left + width });
    if (paper - darkest < INK_STEP) inkless++;
  }
  return inkless > MOST_INKLESS_SHARE * STRETCHES ? 0 : inkless / STRETCHES;
}

/** Returns the darkest luma of a field, and the luma that one pixel in twenty exceeds. */
function tonesOf({ data, width }: GrayImage, { left, top, right, bottom }: Box) {
  const histogram = new Uint32Array(256);
  let count = 0;
  for (let y = Math.round(top); y < Math.round(bottom); y++)
    for (let x = Math.round(left); x < Math.round(right); x++) {
      const luma = data[y * width + x]!;
      histogram[luma] = histogram[luma]! + 1;
      count++;
    }
  let paper = 255;
  for (let above = histogram[255]!; paper > 0 && above < count / 20; above += histogram[paper]!) paper--;
  return { darkest: histogram.findIndex((pixels) => pixels > 0), paper };
}
