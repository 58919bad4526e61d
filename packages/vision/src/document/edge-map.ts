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
  /** 0 to 1: how far the point stands out of its surroundings and of the noise. */
  readonly weight: Float32Array;
}

/** Surroundings of a point: a square of 17 × 17. */
const SURROUNDINGS = 8;

/** How much the mean strength of the surroundings holds a point down. More hides the sides of printed documents. */
const SURROUNDINGS_SHARE = 0.3;

/** The quietest quarter of a frame shows its noise; edges are measured against about its double. */
const QUIET_SHARE = 0.25;
const NOISE_FACTOR = 1.1;
const LEAST_NOISE = 7;

/**
 * A step is sharper than a shadow: three points to either side of an edge its slope is down to less than this share.
 * Where it is not, the point counts for a quarter, or every soft shadow would fill the frame with lines.
 */
const SOFT_SHARE = 0.7;
const SOFT_DISTANCE = 3;
const SOFT_WEIGHT = 0.25;

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
    weight: new Float32Array(length),
  };
  const columnSums = new Float32Array(width);
  return (image) => {
    halve(image, map, sharp);
    for (let channel = 0; channel < 3; channel++)
      smooth(sharp[channel]!, rows, map.channels[channel]!, width);
    const noise = takeSlopes(map);
    weigh(map, noise, columnSums);
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

/** strength / (strength + share of the surroundings' mean + noise), the mean by sums that run along with the window. */
function weigh(map: EdgeMap, noise: number, columnSums: Float32Array): void {
  const { width, height, strength, weight } = map;
  columnSums.fill(0);
  const addRow = (row: number, sign: number): void => {
    if (row < 0 || row >= height) return;
    for (let x = 0, i = row * width; x < width; x++, i++)
      columnSums[x] = columnSums[x]! + sign * strength[i]!;
  };
  for (let row = 0; row < SURROUNDINGS; row++) addRow(row, 1);
  for (let y = 0; y < height; y++) {
    addRow(y + SURROUNDINGS, 1);
    addRow(y - SURROUNDINGS - 1, -1);
    const rows = Math.min(height - 1, y + SURROUNDINGS) - Math.max(0, y - SURROUNDINGS) + 1;
    let sum = 0;
    for (let x = 0; x < Math.min(SURROUNDINGS, width); x++) sum += columnSums[x]!;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (x + SURROUNDINGS < width) sum += columnSums[x + SURROUNDINGS]!;
      if (x - SURROUNDINGS - 1 >= 0) sum -= columnSums[x - SURROUNDINGS - 1]!;
      const columns = Math.min(width - 1, x + SURROUNDINGS) - Math.max(0, x - SURROUNDINGS) + 1;
      const size = strength[i]!;
      const share = size / (size + (SURROUNDINGS_SHARE * sum) / (rows * columns) + noise);
      weight[i] = share > 0.2 && isSoft(map, i) ? share * SOFT_WEIGHT : share;
    }
  }
}

/** Whether a slope reaches as far as shadows' do, seen along the axis or diagonal nearest to it. */
function isSoft({ width, slopeX, slopeY, strength }: EdgeMap, i: number): boolean {
  const step = SOFT_DISTANCE * slopeStep(slopeX[i]!, slopeY[i]!, width);
  const limit = strength[i]! * SOFT_SHARE;
  return strength[i - step]! > limit && strength[i + step]! > limit;
}

/** tan 67.5°: beyond it a slope is upright or level, else diagonal. */
const STEEP = 1 + Math.SQRT2;

/** The way from a point to its neighbour along its slope, as a difference of places in the map. */
export function slopeStep(across: number, down: number, width: number): number {
  const sizeX = Math.abs(across);
  const sizeY = Math.abs(down);
  if (sizeX > sizeY * STEEP) return 1;
  if (sizeY > sizeX * STEEP) return width;
  return across > 0 === down > 0 ? width + 1 : width - 1;
}
