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
  const samples = grid * grid;
  const [a, b, c, d, e, f, g, h, i] = map;
  const { data: pixels } = image;
  const [maxX, maxY] = [image.width - 1, image.height - 1];
  const [maxColumn, maxRow] = [Math.max(0, maxX - 1), Math.max(0, maxY - 1)];
  const right = maxX > 0 ? 4 : 0;
  const below = maxY > 0 ? image.width * 4 : 0;
  for (let y = 0, byte = 0; y < height; y++) {
    for (let x = 0; x < width; x++, byte += 4) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let stepDown = 0; stepDown < grid; stepDown++) {
        const v = (y + (stepDown + 0.5) / grid) / height;
        for (let stepAcross = 0; stepAcross < grid; stepAcross++) {
          const u = (x + (stepAcross + 0.5) / grid) / width;
          const scale = g * u + h * v + i;
          // Interpolates bilinearly, inline: a function that returns three colours would take half as long again.
          const left = Math.min(Math.max((a * u + b * v + c) / scale - 0.5, 0), maxX);
          const top = Math.min(Math.max((d * u + e * v + f) / scale - 0.5, 0), maxY);
          const column = Math.min(left | 0, maxColumn);
          const row = Math.min(top | 0, maxRow);
          const across = left - column;
          const down = top - row;
          const upperLeft = (row * image.width + column) * 4;
          const upperRight = upperLeft + right;
          const lowerLeft = upperLeft + below;
          const lowerRight = lowerLeft + right;
          const k = (1 - across) * (1 - down);
          const l = across * (1 - down);
          const m = (1 - across) * down;
          const n = across * down;
          red +=
            k * pixels[upperLeft]! +
            l * pixels[upperRight]! +
            m * pixels[lowerLeft]! +
            n * pixels[lowerRight]!;
          green +=
            k * pixels[upperLeft + 1]! +
            l * pixels[upperRight + 1]! +
            m * pixels[lowerLeft + 1]! +
            n * pixels[lowerRight + 1]!;
          blue +=
            k * pixels[upperLeft + 2]! +
            l * pixels[upperRight + 2]! +
            m * pixels[lowerLeft + 2]! +
            n * pixels[lowerRight + 2]!;
        }
      }
      data[byte] = red / samples;
      data[byte + 1] = green / samples;
      data[byte + 2] = blue / samples;
    }
  }
  return { data, width, height };
}
