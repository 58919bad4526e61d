import type { RgbaImage } from '../image.ts';
import type { Quad } from '../quad.ts';
import { createRefiner } from './refine.ts';

/** Maximum distance of an edge, px: first from its position in the frame of half the size, then from the first fit. */
const RADII = [4, 2] as const;

/**
 * Fits a document's corners once more in a larger frame of the same picture. Where the finder's frame has a rounded corner or
 * a soft edge in one pixel, a frame of twice the size has it in two.
 *
 * @param frame - about twice the size of the one in which the document was found.
 * @param quad - clockwise, in pixels of `frame`.
 * @returns clockwise, in pixels of `frame`; `quad` itself where no document can be fitted to the edges around it.
 */
export function fitCorners(frame: RgbaImage, quad: Quad): Quad {
  return createRefiner(frame)(quad, RADII)?.quad ?? quad;
}
