import type { Outline } from '../session/view.ts';
import { areaAround } from './area-around.ts';
import { toJpeg } from './jpeg.ts';

export { toJpeg };

/** Maximum size of a picture, in bytes: uploads within seconds on a slow connection, and keeps small print legible. */
const maxBytes = 1_500_000;

/** Maximum number of times that a picture is shrunk if it is too large at the lowest quality. */
const maxShrinks = 3;

/**
 * Encodes a frame as the picture to upload: the document with a margin around it, as a JPEG of at most 1,500,000 bytes.
 *
 * @param outline - of the document in the frame; null keeps the whole frame.
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
    const picture = await toJpeg(canvas, maxBytes);
    if (picture.size <= maxBytes || shrinks === maxShrinks) return picture;
    // Bytes are roughly proportional to pixels.
    scale *= 0.9 * Math.sqrt(maxBytes / picture.size);
  }
}
