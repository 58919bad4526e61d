import sharp from 'sharp';
import { minAmplitude } from '../picture.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A grey picture under construction. */
export interface GrayPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Applies a Gaussian blur with `sigma` in pixels; below 0.3 the picture is unchanged. */
export async function blurPicture({ data, width, height }: GrayPicture, sigma: number): Promise<GrayPicture> {
  if (sigma < 0.3) return { data, width, height };
  const blurred = await sharp(data, { raw: { width, height, channels: 1 } })
    .blur({ sigma, minAmplitude })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { data: blurred, width, height };
}

/** Averages the picture along a straight line of `length` pixels, as blurred by a shaking hand. */
export function blurByMotion(
  { data, width, height }: GrayPicture,
  length: number,
  angle: number,
): GrayPicture {
  const steps = Math.max(1, Math.ceil(length));
  const sums = new Uint32Array(data.length);
  for (let step = 0; step <= steps; step++) {
    const along = (step / steps - 0.5) * length;
    const dx = Math.round(along * Math.cos(angle));
    const dy = Math.round(along * Math.sin(angle));
    for (let y = 0, at = 0; y < height; y++) {
      const row = Math.min(height - 1, Math.max(0, y + dy)) * width;
      for (let x = 0; x < width; x++, at++) {
        sums[at]! += data[row + Math.min(width - 1, Math.max(0, x + dx))]!;
      }
    }
  }
  return { data: Uint8Array.from(sums, (sum) => sum / (steps + 1)), width, height };
}

/** Reflection of a lamp: an ellipse in which the picture fades to white. Lengths in pixels. */
export interface Glare {
  readonly x: number;
  readonly y: number;
  readonly radiusX: number;
  readonly radiusY: number;
  /** Share of white at the middle, 0 to 1. */
  readonly strength: number;
}

/** Applies uneven light, reflections and sensor noise, in place. */
export function exposePicture(
  { data, width, height }: GrayPicture,
  glares: readonly Glare[],
  noise: number,
  random: SeededRandom,
): void {
  const slopeX = random.between(-0.25, 0.25) / width;
  const slopeY = random.between(-0.25, 0.25) / height;
  const gain = random.between(0.75, 1.05);
  // A table of noise is as good as fresh noise, as long as its repetition is not visible.
  const table = Float32Array.from({ length: 8191 }, () => random.normal() * noise);
  for (let y = 0, at = 0; y < height; y++) {
    let offset = Math.floor(random.next() * table.length);
    for (let x = 0; x < width; x++, at++) {
      let value = data[at]! * gain * (1 + slopeX * (x - width / 2) + slopeY * (y - height / 2));
      for (const glare of glares) {
        const distance = ((x - glare.x) / glare.radiusX) ** 2 + ((y - glare.y) / glare.radiusY) ** 2;
        if (distance < 4) value += (255 - value) * glare.strength * Math.exp(-1.2 * distance);
      }
      offset = offset + 1 === table.length ? 0 : offset + 1;
      value += table[offset]!;
      data[at] = value < 0 ? 0 : Math.min(value, 255);
    }
  }
}

/** Compresses the picture as JPEG, and returns the decoded result. */
export async function compressPicture(
  { data, width, height }: GrayPicture,
  quality: number,
): Promise<GrayPicture> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality })
    .toBuffer();
  const plain = await sharp(jpeg).greyscale().raw().toBuffer();
  return { data: plain, width, height };
}
