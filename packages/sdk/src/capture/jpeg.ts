/** Tried in turn until the picture is small enough. Below 0.7 blocks eat into the strokes of small print. */
const qualities = [0.92, 0.85, 0.78, 0.7] as const;

/**
 * A canvas as a JPEG.
 *
 * @param largestBytes - aimed at; the lowest quality is taken even when it is larger.
 */
export async function toJpeg(canvas: HTMLCanvasElement, largestBytes: number): Promise<Blob> {
  let picture: Blob | null = null;
  for (const quality of qualities) {
    picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (picture && picture.size <= largestBytes) break;
  }
  if (!picture) throw new Error('The picture could not be encoded.');
  return picture;
}
