import type { GrayImage } from '../image.ts';
import type { Quad } from '../quad.ts';
import { rowSpans } from './region.ts';

/** Brightness and contrast of a region. */
export interface Exposure {
  /** Mean luma, 0 to 255. 0 for an empty region. */
  readonly mean: number;
  /**
   * Difference between the 95th and 5th percentile of luma, 0 to 255: the contrast of paper and print, insensitive to specks.
   */
  readonly contrast: number;
}

/**
 * Mean below which a document is too dark. Paper reflects 60 to 90 %, so a page that averages 50 of 255 got less than a quarter
 * of the light it needs; phone cameras then have noise of σ 6 to 10, while ink is only 25 to 35 darker than paper.
 */
export const DARK_MEAN = 50;

/** Mean above which the paper itself is clipped; well-exposed white pages average 170 to 225. */
export const BRIGHT_MEAN = 240;

/**
 * Contrast below which print is lost in noise: five times a noise of σ 8 separates ink from paper for every pixel of a stroke,
 * as binarization requires.
 */
export const LOW_CONTRAST = 40;

/**
 * Measures brightness and contrast.
 *
 * @param image - a grey picture.
 * @param region - the document's corners; defaults to the whole picture.
 */
export function measureExposure(image: GrayImage, region?: Quad): Exposure {
  const { histogram, count, sum } = countLuma(image, region);
  if (count === 0) return { mean: 0, contrast: 0 };
  return {
    mean: sum / count,
    contrast: percentile(histogram, count * 0.95) - percentile(histogram, count * 0.05),
  };
}

/** Returns the 99th percentile of luma, 0 to 255; 0 for an empty region. Takes the same arguments as `measureExposure`. */
export function measureHighlights(image: GrayImage, region?: Quad): number {
  const { histogram, count } = countLuma(image, region);
  return percentile(histogram, count * 0.99);
}

/** Counts the pixels of a region by their luma. */
function countLuma(image: GrayImage, region?: Quad) {
  const histogram = new Uint32Array(256);
  let count = 0;
  let sum = 0;
  for (const { y, start, end } of rowSpans(image, region)) {
    for (let pixel = y * image.width + start; pixel < y * image.width + end; pixel++) {
      const luma = image.data[pixel]!;
      histogram[luma] = histogram[luma]! + 1;
      sum += luma;
    }
    count += end - start;
  }
  return { histogram, count, sum };
}

/** Returns the smallest luma that at least `rank` pixels do not exceed. */
function percentile(histogram: Uint32Array, rank: number): number {
  let below = 0;
  for (let luma = 0; luma < 256; luma++) {
    below += histogram[luma]!;
    if (below >= rank) return luma;
  }
  return 255;
}
