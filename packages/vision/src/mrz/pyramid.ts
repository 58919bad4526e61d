import type { GrayImage } from '../image.ts';

/** A frame at full size, half, a quarter, …; levels are computed lazily. */
export interface Pyramid {
  /** Returns a level. Level 0 is the frame; a pixel of level n covers 2^n x 2^n of its pixels. */
  level(index: number): GrayImage;
}

export function createPyramid(frame: GrayImage): Pyramid {
  const levels = [frame];
  return {
    level(index) {
      for (let next = levels.length; next <= index; next++) levels.push(halve(levels[next - 1]!));
      return levels[index]!;
    },
  };
}

/** Converts a coordinate of level 0 to another level; whole numbers are pixel centres. */
export function toLevel(coordinate: number, level: number): number {
  return (coordinate + 0.5) / 2 ** level - 0.5;
}

/** Converts a coordinate of a level to level 0. */
export function fromLevel(coordinate: number, level: number): number {
  return (coordinate + 0.5) * 2 ** level - 0.5;
}

function halve({ data, width, height }: GrayImage): GrayImage {
  const halfWidth = width >> 1;
  const halfHeight = height >> 1;
  const half = new Uint8Array(halfWidth * halfHeight);
  for (let y = 0, at = 0; y < halfHeight; y++) {
    for (let x = 0, i = 2 * y * width; x < halfWidth; x++, i += 2, at++) {
      half[at] = (data[i]! + data[i + 1]! + data[i + width]! + data[i + width + 1]! + 2) >> 2;
    }
  }
  return { data: half, width: halfWidth, height: halfHeight };
}
