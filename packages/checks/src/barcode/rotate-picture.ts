import type { Point, RgbaImage } from '@vendor/vision';

/** Rotates a picture clockwise by quarter turns, without resampling. */
export function rotateQuarters({ data, width, height }: RgbaImage, quarters: 1 | 2 | 3): RgbaImage {
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  const [wide, high] = quarters === 2 ? [width, height] : [height, width];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (quarters === 1) to[x * wide + (wide - 1 - y)] = from[at]!;
      else if (quarters === 2) to[to.length - 1 - at] = from[at]!;
      else to[(high - 1 - x) * wide + y] = from[at]!;
    }
  }
  return { data: new Uint8ClampedArray(to.buffer), width: wide, height: high };
}

type Size = Pick<RgbaImage, 'width' | 'height'>;

/** Inverse of {@link rotateQuarters}: maps a point of the rotated picture to the original. */
export function unrotateQuarters({ x, y }: Point, { width, height }: Size, quarters: 1 | 2 | 3): Point {
  if (quarters === 1) return { x: y, y: height - x };
  if (quarters === 2) return { x: width - x, y: height - y };
  return { x: width - y, y: x };
}

/** Rotates a picture anticlockwise about its centre, by nearest neighbour; corners that leave the frame are cut off. */
export function rotateByAngle({ data, width, height }: RgbaImage, deg: number): RgbaImage {
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height).fill(0xffffffff);
  const [cos, sin] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
  for (let y = 0, at = 0; y < height; y++) {
    let fromX = (1 - cos) * (width / 2) - sin * (y - height / 2);
    let fromY = height / 2 + cos * (y - height / 2) - sin * (width / 2);
    for (let x = 0; x < width; x++, at++, fromX += cos, fromY += sin) {
      const [column, row] = [Math.round(fromX), Math.round(fromY)];
      if (column >= 0 && column < width && row >= 0 && row < height) to[at] = from[row * width + column]!;
    }
  }
  return { data: new Uint8ClampedArray(to.buffer), width, height };
}

/** Inverse of {@link rotateByAngle}: maps a point of the rotated picture to the original. */
export function unrotateByAngle({ x, y }: Point, { width, height }: Size, deg: number): Point {
  const [cos, sin] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
  const [right, down] = [x - width / 2, y - height / 2];
  return { x: width / 2 + cos * right - sin * down, y: height / 2 + sin * right + cos * down };
}

/** Halves a picture's size by averaging 2 × 2 pixels. */
export function halveImage({ data, width, height }: RgbaImage): RgbaImage {
  const [wide, high] = [width >> 1, height >> 1];
  const half = new Uint8ClampedArray(wide * high * 4);
  for (let y = 0, to = 0; y < high; y++) {
    for (let x = 0, from = y * 2 * width * 4; x < wide; x++, from += 8, to += 4) {
      for (let channel = 0; channel < 4; channel++) {
        const upper = from + channel;
        const lower = upper + width * 4;
        half[to + channel] = (data[upper]! + data[upper + 4]! + data[lower]! + data[lower + 4]! + 2) >> 2;
      }
    }
  }
  return { data: half, width: wide, height: high };
}
