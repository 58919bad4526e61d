import type { RgbaImage } from '../image.ts';
import { type Quad, quadArea } from '../quad.ts';
import { unitSquareToQuad } from './homography.ts';

/**
 * Straightens a document: maps the content of a quad to a rectangle, as seen from directly above.
 *
 * @param image - the picture in which the quad was found, or a larger one with the quad scaled accordingly.
 * @param quad - the document's corners in pixels of `image`; outside the picture its border is repeated.
 * @param size - size of the result in pixels, with the document's aspect ratio: 125 × 88 for a passport page, 85.6 × 54 for a
 *   card.
 * @returns an opaque picture of that size; black if the quad has no area.
 */
export function rectify(
  image: RgbaImage,
  quad: Quad,
  size: { widthPx: number; heightPx: number },
): RgbaImage {
  const width = Math.max(1, Math.round(size.widthPx));
  const height = Math.max(1, Math.round(size.heightPx));
  const data = new Uint8ClampedArray(width * height * 4);
  for (let byte = 3; byte < data.length; byte += 4) data[byte] = 255;
  const map = unitSquareToQuad(quad);
  if (!map || image.width < 1 || image.height < 1) return { data, width, height };

  // Downscaling needs several samples per pixel to avoid moiré in fine print; more than 4 × 4 bring no improvement.
  const shrink = Math.sqrt(quadArea(quad) / (width * height));
  const grid = Math.min(4, Math.max(1, Math.ceil(shrink - 0.25)));
  const sample = new Float32Array(3);
  for (let y = 0, byte = 0; y < height; y++) {
    for (let x = 0; x < width; x++, byte += 4) {
      sample.fill(0);
      for (let step = 0; step < grid * grid; step++) {
        const u = (x + ((step % grid) + 0.5) / grid) / width;
        const v = (y + (Math.floor(step / grid) + 0.5) / grid) / height;
        const scale = map[6] * u + map[7] * v + map[8];
        addSample(
          image,
          (map[0] * u + map[1] * v + map[2]) / scale,
          (map[3] * u + map[4] * v + map[5]) / scale,
          sample,
        );
      }
      data[byte] = sample[0]! / (grid * grid);
      data[byte + 1] = sample[1]! / (grid * grid);
      data[byte + 2] = sample[2]! / (grid * grid);
    }
  }
  return { data, width, height };
}

/** Adds the colour at a point, interpolated bilinearly. */
function addSample({ data, width, height }: RgbaImage, x: number, y: number, sum: Float32Array): void {
  const left = Math.min(Math.max(x - 0.5, 0), width - 1);
  const top = Math.min(Math.max(y - 0.5, 0), height - 1);
  const column = Math.min(left | 0, Math.max(0, width - 2));
  const row = Math.min(top | 0, Math.max(0, height - 2));
  const across = left - column;
  const down = top - row;
  const first = (row * width + column) * 4;
  const right = width > 1 ? 4 : 0;
  const below = height > 1 ? width * 4 : 0;
  for (let channel = 0; channel < 3; channel++) {
    const byte = first + channel;
    const upper = data[byte]! * (1 - across) + data[byte + right]! * across;
    const lower = data[byte + below]! * (1 - across) + data[byte + below + right]! * across;
    sum[channel] = sum[channel]! + upper * (1 - down) + lower * down;
  }
}
