import type { RgbaImage } from '@vendor/vision';
import type { DigitBox } from './find-digits.ts';

/**
 * Overwrites pixels with one grey level, so that nothing can be recovered.
 *
 * @param level - grey level, 0 to 255.
 */
export function paintOver(
  { data, width, height }: RgbaImage,
  { left, right, top, bottom }: DigitBox,
  level = 128,
): void {
  const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y++)
    for (let byte = (y * width + x0) * 4; byte < (y * width + x1) * 4; byte += 4)
      data[byte] = data[byte + 1] = data[byte + 2] = level;
}
