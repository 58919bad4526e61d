import type { RgbaImage } from '../image.ts';
import type { Quad } from '../quad.ts';
import { type Homography, unitSquareToQuad } from './homography.ts';

/**
 * Computes the homography from a straightened picture to the frame.
 *
 * @param piece - of the frame; its corners clockwise.
 * @param size - of the straightened picture, px.
 * @param around - margin on each side of the piece, as a share of the straightened picture.
 * @returns null if the corners form no quad.
 */
export function straightenedToFrame(
  piece: Quad,
  size: { width: number; height: number },
  around: number,
): Homography | null {
  const map = unitSquareToQuad(piece);
  if (!map) return null;
  const [a, b, c, d, e, f, g, h, i] = map;
  const share = 1 - 2 * around;
  const across = 1 / (share * size.width);
  const down = 1 / (share * size.height);
  const corner = -around / share;
  return [
    a * across,
    b * down,
    a * corner + b * corner + c,
    d * across,
    e * down,
    d * corner + e * corner + f,
    g * across,
    h * down,
    g * corner + h * corner + i,
  ];
}

/**
 * Straightens a piece of a frame, ignoring alpha: each pixel is the mean of four nearest-neighbour samples inside it.
 *
 * @param map - from {@link straightenedToFrame}. Outside the frame, its border is repeated.
 * @param to - three bytes per pixel, row by row.
 */
export function straighten(
  { data, width, height }: RgbaImage,
  map: Homography,
  size: { width: number; height: number },
  to: Uint8Array,
): void {
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at += 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let sample = 0; sample < 4; sample++) {
        const u = x + (sample & 1 ? 0.75 : 0.25);
        const v = y + (sample & 2 ? 0.75 : 0.25);
        const scale = map[6] * u + map[7] * v + map[8];
        const column = Math.max(0, Math.min(width - 1, (map[0] * u + map[1] * v + map[2]) / scale)) | 0;
        const line = Math.max(0, Math.min(height - 1, (map[3] * u + map[4] * v + map[5]) / scale)) | 0;
        const byte = (line * width + column) * 4;
        red += data[byte]!;
        green += data[byte + 1]!;
        blue += data[byte + 2]!;
      }
      to[at] = red >> 2;
      to[at + 1] = green >> 2;
      to[at + 2] = blue >> 2;
    }
  }
}
