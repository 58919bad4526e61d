/** An 8-bit RGBA picture, row by row from the top left, 4 bytes per pixel. A browser's `ImageData` is one. */
export interface RgbaImage {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** An 8-bit grey picture, row by row from the top left, 1 byte per pixel; 0 is black. */
export interface GrayImage {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * Converts a picture to luma.
 *
 * @param image - RGBA; alpha is ignored.
 * @returns a grey picture of the same size, weighted according to ITU-R BT.601.
 */
export function toGray(image: RgbaImage): GrayImage {
  const { data, width, height } = image;
  const gray = new Uint8Array(width * height);
  for (let pixel = 0, byte = 0; pixel < gray.length; pixel++, byte += 4) {
    gray[pixel] = (77 * data[byte]! + 150 * data[byte + 1]! + 29 * data[byte + 2]!) >> 8;
  }
  return { data: gray, width, height };
}
