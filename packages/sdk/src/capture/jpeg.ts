/** Qualities tried in turn until the picture is small enough. Below 0.7, block artefacts damage the strokes of small print. */
const qualities = [0.92, 0.85, 0.78, 0.7] as const;

/**
 * Encodes a canvas as a JPEG.
 *
 * @param maxBytes - target size; the lowest quality is used even if the picture is larger.
 */
export async function toJpeg(canvas: HTMLCanvasElement, maxBytes: number): Promise<Blob> {
  let picture: Blob | null = null;
  for (const quality of qualities) {
    picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (picture && picture.size <= maxBytes) break;
  }
  if (!picture) throw new Error('The picture could not be encoded.');
  return picture;
}
