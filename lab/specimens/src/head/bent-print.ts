import type { Picture } from '../picture.ts';
import type { Rgb } from './head-traits.ts';

/**
 * Draws a printed picture that is bent around an upright cylinder and rotated about its axis, as a camera sees it.
 *
 * @param radius - of the cylinder, in widths of the picture.
 * @param degrees - rotation of the print; positive moves its middle to the right.
 * @param wall - colour of the background.
 */
export function bentPrint(picture: Picture, radius: number, degrees: number, wall: Rgb): Picture {
  const { data, width, height } = picture;
  const seen = new Uint8Array(data.length);
  const turn = (degrees * Math.PI) / 180;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const across = (column + 0.5 - width / 2) / width / radius;
      const along = Math.abs(across) < 1 ? (Math.asin(across) - turn) * radius : 1;
      const x = Math.floor(along * width + width / 2);
      const isPrint = x >= 0 && x < width;
      const from = 4 * (row * width + x);
      seen.set(isPrint ? data.subarray(from, from + 4) : [...wall, 255], 4 * (row * width + column));
    }
  }
  return { data: seen, width, height };
}
