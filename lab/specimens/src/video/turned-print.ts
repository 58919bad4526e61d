import type { Rgb } from '../head/head-traits.ts';
import type { Picture } from '../picture.ts';

/**
 * Draws a printed picture that is rotated about its upright axis, as a camera sees it: narrower, and higher on its nearer side.
 *
 * @param degrees - rotation that brings the left side nearer; the right side if negative.
 * @param distance - of the camera, in widths of the picture: the smaller, the more the picture becomes a trapezium.
 * @param wall - colour of the background.
 */
export function turnedPrint(
  { data, width, height }: Picture,
  degrees: number,
  distance: number,
  wall: Rgb,
): Picture {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const seen = new Uint8Array(data.length);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [right, down] = [(column - width / 2) / width, (row - height / 2) / width];
      const along = (right * distance) / (cos * distance + right * sin);
      const x = Math.round(along * width + width / 2);
      const y = Math.round(((down * (distance - along * sin)) / distance) * width + height / 2);
      const isPrint = x >= 0 && y >= 0 && x < width && y < height;
      const from = 4 * (y * width + x);
      seen.set(isPrint ? data.subarray(from, from + 4) : [...wall, 255], 4 * (row * width + column));
    }
  }
  return { data: seen, width, height };
}
