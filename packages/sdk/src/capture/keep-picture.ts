import type { Outline } from '../session/view.ts';
import { areaAround } from './area-around.ts';
import { toJpeg } from './jpeg.ts';

export { toJpeg };

/** A picture of this size uploads within seconds on a slow connection and keeps small print legible. */
const largestBytes = 1_500_000;

/** How often a picture that is too large at the lowest quality is made smaller. */
const mostShrinks = 3;

/**
 * The picture that is sent, of a frame that was held: the document with a margin around it, as a JPEG of 1,500,000 bytes at most.
 *
 * @param outline - of the document in the frame; null: all of the frame is kept.
 */
export async function keepPicture(frame: HTMLCanvasElement, outline: Outline | null): Promise<Blob> {
  const area = outline
    ? areaAround(outline, frame)
    : { x: 0, y: 0, width: frame.width, height: frame.height };
  for (let scale = 1, shrinks = 0; ; shrinks += 1) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(area.width * scale);
    canvas.height = Math.round(area.height * scale);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The picture could not be drawn.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(frame, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
    const picture = await toJpeg(canvas, largestBytes);
    if (picture.size <= largestBytes || shrinks === mostShrinks) return picture;
    // A picture of half the pixels is hardly more than half as large.
    scale *= 0.9 * Math.sqrt(largestBytes / picture.size);
  }
}
