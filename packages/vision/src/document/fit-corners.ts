import type { RgbaImage } from '../image.ts';
import type { Quad } from '../quad.ts';
import { createRefiner } from './refine.ts';

/** Maximum distance of an edge, px: first from its position in the frame of half the size, then from the first fit. */
const RADII = [4, 2] as const;

/**
 * Refines a document's corners in a larger frame of the same picture. A rounded corner or soft edge that covers one pixel of
 * the finder's frame covers two in a frame of twice the size.
 *
 * @param frame - about twice the size of the one in which the document was found.
 * @param quad - clockwise, in pixels of `frame`.
 * @returns clockwise, in pixels of `frame`; `quad` itself if no document fits the edges around it.
 */
export function fitCorners(frame: RgbaImage, quad: Quad): Quad {
  return createRefiner(frame)(quad, RADII)?.quad ?? quad;
}
