import { toJpeg } from './keep-picture.ts';
import { drawScaled, withPicture } from './prepare-picture.ts';

/**
 * Longer side below which no picture is made smaller, in pixels: machine readable lines need 905 across the page, which a person
 * who photographs a document fills most of the picture with.
 */
const leastLongSidePx = 1_280;

/** How often a picture that is still too large is drawn smaller. */
const mostShrinks = 4;

/**
 * Shrinks a picture to a number of bytes.
 *
 * @param picture - an upright picture that the browser can decode.
 * @returns null if print would no longer be legible at that size, or the browser adds noise to canvases.
 */
export async function shrinkPicture(picture: Blob, largestBytes: number): Promise<Blob | null> {
  const { readsCanvas } = await import('./reads-canvas.ts');
  if (!(await readsCanvas())) return null;
  return withPicture(picture, async (image) => {
    let longSidePx = Math.max(image.naturalWidth, image.naturalHeight);
    for (let shrinks = 0; shrinks <= mostShrinks; shrinks += 1) {
      const smaller = await toJpeg(drawScaled(image, longSidePx), largestBytes);
      if (smaller.size <= largestBytes) return smaller;
      // A picture of half the pixels is hardly more than half as large.
      longSidePx *= 0.95 * Math.sqrt(largestBytes / smaller.size);
      if (longSidePx < leastLongSidePx) return null;
    }
    return null;
  });
}
