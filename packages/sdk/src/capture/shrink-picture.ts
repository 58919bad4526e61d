import { toJpeg } from './keep-picture.ts';
import { drawScaled, withPicture } from './prepare-picture.ts';

/**
 * Minimum length of the longer side after shrinking, in pixels. Machine-readable lines need 905 px across the page, which fills
 * most of the picture when a person photographs a document.
 */
const minLongSidePx = 1_280;

/** Maximum number of times that a picture is drawn smaller. */
const maxShrinks = 4;

/**
 * Shrinks a picture to a number of bytes.
 *
 * @param picture - an upright picture that the browser can decode.
 * @returns null if print would no longer be legible at that size, or the browser adds noise to canvases.
 */
export async function shrinkPicture(picture: Blob, maxBytes: number): Promise<Blob | null> {
  const { readsCanvas } = await import('./reads-canvas.ts');
  if (!(await readsCanvas())) return null;
  return withPicture(picture, async (image) => {
    let longSidePx = Math.max(image.naturalWidth, image.naturalHeight);
    for (let shrinks = 0; shrinks <= maxShrinks; shrinks += 1) {
      const smaller = await toJpeg(drawScaled(image, longSidePx), maxBytes);
      if (smaller.size <= maxBytes) return smaller;
      // Bytes are roughly proportional to pixels.
      longSidePx *= 0.95 * Math.sqrt(maxBytes / smaller.size);
      if (longSidePx < minLongSidePx) return null;
    }
    return null;
  });
}
