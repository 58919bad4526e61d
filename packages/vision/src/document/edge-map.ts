import type { RgbaImage } from '../image.ts';

/**
 * Where colours change in a frame, at half its size. Points of the map are pixels of the halved frame.
 */
export interface EdgeMap {
  readonly width: number;
  readonly height: number;
  /** Brightness, red against green, and blue against yellow, smoothed. About 40 × √(value of 0 to 255). */
  readonly channels: readonly [Int16Array, Int16Array, Int16Array];
  /** Slope of the channel that changes most at each point. */
  readonly slopeX: Int16Array;
  readonly slopeY: Int16Array;
  /** Length of that slope. */
  readonly strength: Float32Array;
  /** Mean strength around each point. */
  readonly surroundings: Float32Array;
  /** The strength that noise alone gives. */
  noise: number;
}

/** Surroundings of a point: mean over some 17 px, as much as a running mean that keeps this share at each step. */
const FADING = 0.75;

/** The quietest quarter of a frame shows its noise; edges are measured against about its double. */
const QUIET_SHARE = 0.25;
const NOISE_FACTOR = 1.1;
const LEAST_NOISE = 7;

/** A square root brings dark steps, seen on dark tables, up to the size of bright ones. */
const CURVE = Int16Array.from({ length: 256 }, (_, value) => Math.sqrt(value + 12) * 40);

/**
 * Prepares for frames of one size; buffers are used again for each frame.
 *
 * Three opponent channels are looked at, because a dark red booklet on a dark green cloth has no edge in luma.
 *
 * @returns a function that maps a frame. Its answer is valid until the next call.
 */
export function createEdgeMapper(frameWidth: number, frameHeight: number): (image: RgbaImage) => EdgeMap {
  const width = frameWidth >> 1;
  const height = frameHeight >> 1;
  const length = width * height;
  const plane = (): Int16Array => new Int16Array(length);
  const sharp = [plane(), plane(), plane()] as const;
  const rows = plane();
  const map = {
    width,
    height,
    channels: [plane(), plane(), plane()] as const,
    slopeX: plane(),
    slopeY: plane(),
    strength: new Float32Array(length),
    surroundings: new Float32Array(length),
    noise: 0,
  };
  return (image) => {
    halve(image, map, sharp);
    for (let channel = 0; channel < 3; channel++)
      smooth(sharp[channel]!, rows, map.channels[channel]!, width);
    map.noise = takeSlopes(map);
    map.surroundings.set(map.strength);
    // Along rows and columns, there and back; what runs over from the end of a row to the next one fades at once.
    for (const step of [1, -1, width, -width]) runMean(map.surroundings, step);
    return map;
  };
}

function halve(
  { data, width: frameWidth }: RgbaImage,
  { width, height }: EdgeMap,
  to: readonly Int16Array[],
): void {
  const [luma, redGreen, blueYellow] = to as [Int16Array, Int16Array, Int16Array];
  const below = frameWidth * 4;
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0, byte = y * 2 * below; x < width; x++, pixel++, byte += 8) {
      const under = byte + below;
      const red = CURVE[(data[byte]! + data[byte + 4]! + data[under]! + data[under + 4]!) >> 2]!;
      const green = CURVE[(data[byte + 1]! + data[byte + 5]! + data[under + 1]! + data[under + 5]!) >> 2]!;
      const blue = CURVE[(data[byte + 2]! + data[byte + 6]! + data[under + 2]! + data[under + 6]!) >> 2]!;
      luma[pixel] = (red + 2 * green + blue) >> 2;
      redGreen[pixel] = (red - green) >> 1;
      blueYellow[pixel] = (2 * blue - red - green) >> 2;
    }
  }
}

/** Binomial 3 × 3. */
function smooth(from: Int16Array, rows: Int16Array, to: Int16Array, width: number): void {
  for (let i = 1; i < from.length - 1; i++) rows[i] = from[i - 1]! + 2 * from[i]! + from[i + 1]!;
  for (let i = width; i < from.length - width; i++)
    to[i] = (rows[i - width]! + 2 * rows[i]! + rows[i + width]!) >> 4;
}

/** Sobel slopes, at each point those of the strongest channel. Returns the strength that noise alone gives. */
function takeSlopes({ width, height, channels, slopeX, slopeY, strength }: EdgeMap): number {
  const histogram = new Uint32Array(1024);
  strength.fill(0);
  for (let y = 2; y < height - 2; y++) {
    for (let i = y * width + 2; i < (y + 1) * width - 2; i++) {
      let strongest = -1;
      let across = 0;
      let down = 0;
      for (let channel = 0; channel < 3; channel++) {
        const plane = channels[channel]!;
        const upLeft = plane[i - width - 1]!;
        const upRight = plane[i - width + 1]!;
        const downLeft = plane[i + width - 1]!;
        const downRight = plane[i + width + 1]!;
        const dx = upRight - upLeft + downRight - downLeft + 2 * (plane[i + 1]! - plane[i - 1]!);
        const dy = downLeft - upLeft + downRight - upRight + 2 * (plane[i + width]! - plane[i - width]!);
        const square = dx * dx + dy * dy;
        if (square <= strongest) continue;
        strongest = square;
        across = dx;
        down = dy;
      }
      slopeX[i] = across;
      slopeY[i] = down;
      const size = Math.sqrt(strongest);
      strength[i] = size;
      const bin = Math.min(1023, size | 0);
      histogram[bin] = histogram[bin]! + 1;
    }
  }
  return Math.max(LEAST_NOISE, quantile(histogram, width * height * QUIET_SHARE) * NOISE_FACTOR);
}

function quantile(histogram: Uint32Array, rank: number): number {
  let below = 0;
  for (let bin = 0; bin < histogram.length; bin++) {
    below += histogram[bin]!;
    if (below > rank) return bin;
  }
  return histogram.length;
}

/** Mixes each value with the mean of those before it, by steps through the list from its beginning or its end. */
function runMean(values: Float32Array, step: number): void {
  const backwards = step < 0;
  for (let k = Math.abs(step); k < values.length; k++) {
    const i = backwards ? values.length - 1 - k : k;
    values[i] = values[i]! + FADING * (values[i - step]! - values[i]!);
  }
}
