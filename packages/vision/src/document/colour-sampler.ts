import type { RgbaImage } from '../image.ts';

/** Samples a frame's colour at any point, in the three opponent channels that `Look` also uses, but without its curve. */
export interface ColourSampler {
  /** Brightness, red–green and blue–yellow of the last sampled point. */
  readonly colour: Float32Array;
  /** Reads the colour at a point in frame pixels. Outside the frame, the border pixels are repeated. */
  read(x: number, y: number): void;
}

export function createColourSampler({ data, width, height }: RgbaImage): ColourSampler {
  const colour = new Float32Array(3);
  const right = Math.max(0, width - 1.01);
  const bottom = Math.max(0, height - 1.01);
  const stride = width * 4;
  return {
    colour,
    read(x, y) {
      const left = Math.max(0, Math.min(right, x - 0.5));
      const top = Math.max(0, Math.min(bottom, y - 0.5));
      const across = left - (left | 0);
      const down = top - (top | 0);
      const i = (top | 0) * stride + (left | 0) * 4;
      const j = i + stride;
      const upperLeft = (1 - across) * (1 - down);
      const upperRight = across * (1 - down);
      const lowerLeft = (1 - across) * down;
      const lowerRight = across * down;
      const red =
        data[i]! * upperLeft + data[i + 4]! * upperRight + data[j]! * lowerLeft + data[j + 4]! * lowerRight;
      const green =
        data[i + 1]! * upperLeft +
        data[i + 5]! * upperRight +
        data[j + 1]! * lowerLeft +
        data[j + 5]! * lowerRight;
      const blue =
        data[i + 2]! * upperLeft +
        data[i + 6]! * upperRight +
        data[j + 2]! * lowerLeft +
        data[j + 6]! * lowerRight;
      colour[0] = (red + 2 * green + blue) / 4;
      colour[1] = (red - green) / 2;
      colour[2] = (2 * blue - red - green) / 4;
    },
  };
}
