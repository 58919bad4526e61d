import type { GrayImage } from '@vendor/vision';

/** A rectangle in pixels of the picture. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Number of fields along a page's longer side. */
const FIELDS = 24;
/**
 * Luma that half of the fields of white paper reach. A reflection covers fewer fields, and white paper under a lamp is darker
 * somewhere.
 */
const WHITE = 245;
/** Minimum contrast of ink with its paper, and the minimum share of fields with ink on a printed page. */
const INK_STEP = 80;
const MIN_PRINTED_SHARE = 0.03;
/** Number of stretches of the MRZ band. Each is 5 mm long, two characters and the space between them, and so always has ink. */
const STRETCHES = 22;
/** Share of stretches without ink above which the band has no MRZ. */
const MAX_INKLESS_SHARE = 0.9;

/**
 * Returns whether a picture shows print on white paper, as from scanners and copiers: paper that is clipped everywhere hides
 * nothing, and is not a reflection.
 */
export function isWhitePaper(gray: GrayImage): boolean {
  const side = Math.max(1, Math.floor(Math.max(gray.width, gray.height) / FIELDS));
  const papers: number[] = [];
  let printed = 0;
  for (let top = 0; top + side <= gray.height; top += side)
    for (let left = 0; left + side <= gray.width; left += side) {
      const { darkest, paper } = measureTones(gray, { left, top, right: left + side, bottom: top + side });
      papers.push(paper);
      if (paper >= WHITE && paper - darkest >= INK_STEP) printed++;
    }
  papers.sort((a, b) => a - b);
  return (papers[papers.length >> 1] ?? 0) >= WHITE && printed >= MIN_PRINTED_SHARE * papers.length;
}

/** Measures the share of an MRZ band on white paper without ink, as under a reflection; 0 for a band without an MRZ. */
export function measureInklessShare(gray: GrayImage, band: Box): number {
  const width = (band.right - band.left) / STRETCHES;
  let inkless = 0;
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const left = band.left + stretch * width;
    const { darkest, paper } = measureTones(gray, { ...band, left, right: left + width });
    if (paper - darkest < INK_STEP) inkless++;
  }
  return inkless > MAX_INKLESS_SHARE * STRETCHES ? 0 : inkless / STRETCHES;
}

/** Returns the darkest luma of a field, and the luma that one pixel in twenty exceeds. */
function measureTones({ data, width }: GrayImage, { left, top, right, bottom }: Box) {
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
