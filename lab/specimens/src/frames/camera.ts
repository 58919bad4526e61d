import type { SeededRandom } from '../mrz/seeded-random.ts';
import type { Canvas } from './canvas.ts';
import type { FramePoint } from './pose.ts';

/** Effects of light and camera on a frame. Lengths in px of the frame. */
export interface Camera {
  readonly exposure: number;
  /** Gains of red, green and blue, for the colour of the light. */
  readonly gains: readonly [number, number, number];
  /** How much darker one end of the frame is than the other, 0 to 1, and the direction from light to dark. */
  readonly falloff: { readonly depth: number; readonly angle: number };
  /** Shadow of a phone or an arm: a half plane with a soft edge. */
  readonly shadow: {
    readonly depth: number;
    readonly angle: number;
    readonly offset: number;
    readonly softness: number;
  } | null;
  readonly glare: { readonly at: FramePoint; readonly radius: number; readonly strength: number } | null;
  readonly blurSigma: number;
  readonly motion: { readonly length: number; readonly angle: number };
  readonly noise: number;
}

/** Chooses how difficult a frame is to analyse. */
export function randomCamera(
  frame: { width: number; height: number },
  glareAt: FramePoint,
  random: SeededRandom,
): Camera {
  const unit = Math.max(frame.width, frame.height) / 320;
  const dim = random.chance(0.2);
  const warmth = random.normal() * 0.07;
  return {
    exposure: dim ? random.between(0.25, 0.6) : random.between(0.75, 1.12),
    gains: [1 + warmth, 1, 1 - warmth],
    falloff: { depth: random.between(0, 0.45), angle: random.between(0, 2 * Math.PI) },
    shadow: random.chance(0.3)
      ? {
          depth: random.between(0.15, 0.5),
          angle: random.between(0, 2 * Math.PI),
          offset: random.between(-0.3, 0.3) * frame.width,
          softness: random.between(1.5, 25) * unit,
        }
      : null,
    glare: random.chance(0.25)
      ? { at: glareAt, radius: random.between(6, 32) * unit, strength: random.between(90, 280) }
      : null,
    blurSigma: random.between(0.25, 1.1) * unit,
    motion: random.chance(0.25)
      ? { length: random.between(1.5, 6) * unit, angle: random.between(0, Math.PI) }
      : { length: 0, angle: 0 },
    noise: dim ? random.between(3, 9) : random.between(1, 5),
  };
}

/** A finished frame: RGBA, 8 bits. */
export interface FramePicture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Takes the picture by simulating light, optics and sensor. */
export function takePicture(canvas: Canvas, camera: Camera, random: SeededRandom): FramePicture {
  light(canvas, camera);
  let data = canvas.data;
  if (camera.motion.length > 0) data = moveOver(canvas, data, camera.motion);
  data = blur(canvas, data, camera.blurSigma);
  const picture = new Uint8ClampedArray(canvas.width * canvas.height * 4);
  // Uses a pool of samples, because a new normal number for every channel of every pixel would take longer than the rest of the
  // picture.
  const stock = Float32Array.from({ length: 8192 }, () => random.normal() * camera.noise);
  const grainAt = (): number => stock[(random.next() * stock.length) | 0]!;
  for (let pixel = 0; pixel < canvas.width * canvas.height; pixel++) {
    const grain = grainAt() * 0.8;
    for (let channel = 0; channel < 3; channel++) {
      picture[pixel * 4 + channel] = data[pixel * 3 + channel]! + grain + grainAt() * 0.6;
    }
    picture[pixel * 4 + 3] = 255;
  }
  return { data: picture, width: canvas.width, height: canvas.height };
}

function light(canvas: Canvas, { exposure, gains, falloff, shadow, glare }: Camera): void {
  const { width, height, data } = canvas;
  const reach = Math.hypot(width, height) / 2;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = x - width / 2;
      const v = y - height / 2;
      let gain =
        exposure *
        (1 -
          falloff.depth *
            (0.5 + (0.5 * (u * Math.cos(falloff.angle) + v * Math.sin(falloff.angle))) / reach));
      if (shadow) {
        const into =
          (u * Math.cos(shadow.angle) + v * Math.sin(shadow.angle) - shadow.offset) / shadow.softness;
        gain *= 1 - shadow.depth / (1 + Math.exp(-into));
      }
      const highlight = glare
        ? glare.strength *
          Math.exp(-((x - glare.at.x) ** 2 + (y - glare.at.y) ** 2) / (2 * glare.radius ** 2))
        : 0;
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++) {
        data[at + channel] = Math.min(255, data[at + channel]! * gain * gains[channel]! + highlight);
      }
    }
  }
}

function blur(canvas: Canvas, data: Float32Array, sigma: number): Float32Array {
  const radius = Math.max(1, Math.ceil(sigma * 2.5));
  const weights = Array.from({ length: 2 * radius + 1 }, (_, k) =>
    Math.exp(-((k - radius) ** 2) / (2 * sigma * sigma)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const taps = (dx: number, dy: number) =>
    weights.map((weight, k) => ({ dx: (k - radius) * dx, dy: (k - radius) * dy, weight: weight / total }));
  return gather(canvas, gather(canvas, data, taps(1, 0)), taps(0, 1));
}

function moveOver(canvas: Canvas, data: Float32Array, motion: Camera['motion']): Float32Array {
  const steps = Math.max(2, Math.ceil(motion.length));
  const taps = Array.from({ length: steps }, (_, k) => {
    const along = (k / (steps - 1) - 0.5) * motion.length;
    return {
      dx: Math.round(along * Math.cos(motion.angle)),
      dy: Math.round(along * Math.sin(motion.angle)),
      weight: 1 / steps,
    };
  });
  return gather(canvas, data, taps);
}

function gather(
  { width, height }: Canvas,
  from: Float32Array,
  taps: readonly { dx: number; dy: number; weight: number }[],
): Float32Array {
  const to = new Float32Array(from.length);
  for (const { dx, dy, weight } of taps) {
    for (let y = 0; y < height; y++) {
      const row = Math.min(height - 1, Math.max(0, y + dy)) * width;
      for (let x = 0; x < width; x++) {
        const source = (row + Math.min(width - 1, Math.max(0, x + dx))) * 3;
        const target = (y * width + x) * 3;
        to[target] = to[target]! + weight * from[source]!;
        to[target + 1] = to[target + 1]! + weight * from[source + 1]!;
        to[target + 2] = to[target + 2]! + weight * from[source + 2]!;
      }
    }
  }
  return to;
}
