import { createSeededRandom } from '../mrz/seeded-random.ts';
import type { Picture } from '../picture.ts';
import type { CameraView } from './camera-view.ts';

/** Reflection of a lamp or window on the document, in millimetres from its middle. */
export interface Glare {
  readonly xMm: number;
  readonly yMm: number;
  readonly radiusMm: number;
  /** Light added at the middle, relative to white: from 1 on, nothing is visible there. */
  readonly strength: number;
}

/** Effects of light and sensor on a scene. */
export interface Exposure {
  readonly exposure: number;
  /** σ on the scale of 0 to 255. */
  readonly noise: number;
  readonly seed: number;
  readonly glares: readonly Glare[];
}

/**
 * Exposes a picture in place: light that falls off to one side and to the corners, reflections, and sensor noise. Values
 * brighter than white are clipped.
 */
export function exposeScene(picture: Picture, view: CameraView, options: Exposure): void {
  const { data, width, height } = picture;
  const random = createSeededRandom(options.seed);
  // A table of noise is as good as fresh noise, as long as its repetition is not visible.
  const grain = Float32Array.from({ length: 16381 }, () => random.normal() * options.noise);
  let step = 0;
  for (let row = 0, byte = 0; row < height; row++) {
    const v = row / height - 0.5;
    step = (step + random.integer(0, grain.length - 1)) % grain.length;
    for (let column = 0; column < width; column++, byte += 4) {
      const u = column / width - 0.5;
      const light = options.exposure * (1 - 0.1 * u - 0.12 * v - 0.22 * (u * u + v * v));
      const added = options.glares.length > 0 ? addedLight(options.glares, view, column + 0.5, row + 0.5) : 0;
      if (step + 3 > grain.length) step = 0;
      data[byte] = clipped(data[byte]! * light + added + grain[step++]!);
      data[byte + 1] = clipped(data[byte + 1]! * light + added + grain[step++]!);
      data[byte + 2] = clipped(data[byte + 2]! * light + added + grain[step++]!);
    }
  }
}

function addedLight(glares: readonly Glare[], view: CameraView, x: number, y: number): number {
  const [a, b, c, d, e, f, g, h, i] = view.toTable as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const divisor = g * x + h * y + i;
  const xMm = (a * x + b * y + c) / divisor;
  const yMm = (d * x + e * y + f) / divisor;
  let light = 0;
  for (const glare of glares) {
    const distance = ((xMm - glare.xMm) ** 2 + (yMm - glare.yMm) ** 2) / glare.radiusMm ** 2;
    light += 255 * glare.strength * Math.exp(-(distance ** 2));
  }
  return light;
}

function clipped(value: number): number {
  return Math.max(0, Math.min(255, value));
}
