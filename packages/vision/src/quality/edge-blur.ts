import type { GrayImage } from '../image.ts';

/** The edges in one piece of a picture, seen at two scales; one entry of each list per pixel of a crest. */
export interface EdgeCrests {
  /** Change of luma per pixel across the edge at the coarser scale, where the crest was found. */
  readonly coarse: readonly number[];
  /** The same at the finer scale, at the same place and along the same direction. */
  readonly fine: readonly number[];
  /** The way the edge changes, in steps of 45°: 0 from left to right, 1 towards the lower right, 2 down, 3 lower left. */
  readonly direction: readonly number[];
  /** σ of what the noise of the pixels does to `coarse`. */
  readonly noise: number;
}

/**
 * Scales of smoothing before the slope is taken, σ in px, an octave apart. The finest sees the strokes of small print apart; the
 * coarser ones average noise down to a fifth and a twentieth, which is what wide edges need.
 */
const SCALES = [0.6, 1.2, 2.4] as const;

/** How many pairs of neighbouring scales there are to measure with. */
export const SCALE_PAIRS = SCALES.length - 1;

/** A central difference is a derivative averaged over two pixels: variance 2² / 12. */
const DIFFERENCE_VARIANCE = 1 / 3;

/** Beyond this many times the coarser scale the two crests are too alike to tell blurs apart. */
const WIDEST = 4;

const MARGIN = 10;

/**
 * The blur that explains the crests of an edge at two scales. An edge blurred by σ and smoothed at scale s has a
 * crest of height ∝ 1 / √(σ² + s²), so the ratio of two scales gives σ whatever the contrast is
 * (Zhuo and Sim, "Defocus map estimation from a single image", 2011).
 *
 * @param pair - 0 for the finest pair of scales.
 * @returns σ in px.
 */
export function blurFromCrests(pair: number, fine: number, coarse: number): number {
  const ratio = (fine / coarse) ** 2;
  const fineVariance = slopeVariance(pair);
  const coarseVariance = slopeVariance(pair + 1);
  if (ratio >= coarseVariance / fineVariance) return 0;
  const widest = WIDEST * SCALES[pair + 1]!;
  if (!(ratio > 1)) return widest;
  return Math.min(widest, Math.sqrt((coarseVariance - ratio * fineVariance) / (ratio - 1)));
}

function slopeVariance(scale: number): number {
  return SCALES[scale]! ** 2 + DIFFERENCE_VARIANCE;
}

/**
 * Finds the crests of the edges of a square piece, for each pair of scales. They are found at the coarser one and the finer
 * is only asked for its slope along the same direction: noise then moves the answer nearly both ways alike, where choosing
 * the strongest places of a noisy picture would always make it look sharper.
 *
 * @param left,top - of the piece in px; it reaches over the border by repeating the outermost pixels.
 * @param size - of the piece in px, width and height.
 */
export function findEdgeCrests(image: GrayImage, left: number, top: number, size: number): EdgeCrests[] {
  const width = size + 2 * MARGIN;
  const piece = cutPiece(image, left - MARGIN, top - MARGIN, width);
  const noise = pixelNoise(piece, width);
  let fine = smooth(piece, width, SCALES[0]);
  return Array.from({ length: SCALE_PAIRS }, (_, pair) => {
    const coarse = smooth(fine, width, Math.sqrt(SCALES[pair + 1]! ** 2 - SCALES[pair]! ** 2));
    // Pixel noise of σ 1 gives slopes of σ 1 / (√(8π) s²) once smoothed by a derivative of a Gaussian of scale s.
    const slopeNoise = noise / (Math.sqrt(8 * Math.PI) * slopeVariance(pair + 1));
    const crests = crestsBetween(fine, coarse, width, slopeNoise);
    fine = coarse;
    return crests;
  });
}

function crestsBetween(fine: Float32Array, coarse: Float32Array, width: number, noise: number): EdgeCrests {
  const slopes = slopesOf(coarse, width);
  const found = { coarse: [] as number[], fine: [] as number[], direction: [] as number[], noise };
  for (let y = MARGIN; y < width - MARGIN; y++) {
    for (let pixel = y * width + MARGIN; pixel < (y + 1) * width - MARGIN; pixel++) {
      const slope = slopes[pixel]!;
      if (slope < 0.5) continue;
      const across = coarse[pixel + 1]! - coarse[pixel - 1]!;
      const down = coarse[pixel + width]! - coarse[pixel - width]!;
      const direction = directionOf(across, down);
      const step = direction === 0 ? 1 : width + 2 - direction;
      if (slope < slopes[pixel - step]! || slope <= slopes[pixel + step]!) continue;
      const fineAcross = fine[pixel + 1]! - fine[pixel - 1]!;
      const fineDown = fine[pixel + width]! - fine[pixel - width]!;
      found.coarse.push(slope);
      found.fine.push((fineAcross * across + fineDown * down) / (4 * slope));
      found.direction.push(direction);
    }
  }
  return found;
}

function directionOf(across: number, down: number): number {
  const eighth = Math.SQRT2 - 1;
  if (Math.abs(down) < eighth * Math.abs(across)) return 0;
  if (Math.abs(across) < eighth * Math.abs(down)) return 2;
  return across > 0 === down > 0 ? 1 : 3;
}

function slopesOf(plane: Float32Array, width: number): Float32Array {
  const slopes = new Float32Array(plane.length);
  for (let pixel = width; pixel < plane.length - width; pixel++) {
    const across = plane[pixel + 1]! - plane[pixel - 1]!;
    const down = plane[pixel + width]! - plane[pixel - width]!;
    slopes[pixel] = Math.sqrt(across * across + down * down) / 2;
  }
  return slopes;
}

/**
 * The noise of single pixels by a mask that ignores slopes and straight edges (Immerkær, "Fast noise variance
 * estimation", 1996), by its median so that print does not count.
 */
function pixelNoise(piece: Float32Array, width: number): number {
  const answers: number[] = [];
  for (let y = 2; y < width - 2; y += 2) {
    for (let p = y * width + 2; p < (y + 1) * width - 2; p += 2) {
      const corners =
        piece[p - width - 1]! + piece[p - width + 1]! + piece[p + width - 1]! + piece[p + width + 1]!;
      const sides = piece[p - 1]! + piece[p + 1]! + piece[p - width]! + piece[p + width]!;
      answers.push(Math.abs(corners - 2 * sides + 4 * piece[p]!));
    }
  }
  answers.sort((a, b) => a - b);
  // The mask multiplies noise by 6; the median of a normal distribution's size is 0.6745 σ.
  return answers[answers.length >> 1]! / (6 * 0.6745);
}

function cutPiece(image: GrayImage, left: number, top: number, width: number): Float32Array {
  const piece = new Float32Array(width * width);
  for (let y = 0, pixel = 0; y < width; y++) {
    const row = Math.min(Math.max(top + y, 0), image.height - 1) * image.width;
    for (let x = 0; x < width; x++, pixel++) {
      piece[pixel] = image.data[row + Math.min(Math.max(left + x, 0), image.width - 1)]!;
    }
  }
  return piece;
}

/**
 * Gaussian smoothing, rows then columns.
 *
 * @param sigma - in px; the outermost pixels, 2.6 times as many, come out wrong and are for the caller to leave out.
 */
export function smooth(plane: Float32Array, width: number, sigma: number): Float32Array {
  const weights = gaussian(sigma);
  return smoothAlong(smoothAlong(plane, weights, 1), weights, width);
}

function smoothAlong(from: Float32Array, weights: Float32Array, step: number): Float32Array {
  const radius = (weights.length - 1) / 2;
  const to = from.slice();
  for (let pixel = radius * step; pixel < from.length - radius * step; pixel++) {
    let sum = 0;
    for (let k = 0, at = pixel - radius * step; k < weights.length; k++, at += step)
      sum += weights[k]! * from[at]!;
    to[pixel] = sum;
  }
  return to;
}

function gaussian(sigma: number): Float32Array {
  const radius = Math.ceil(sigma * 2.6);
  const weights = Float32Array.from({ length: 2 * radius + 1 }, (_, k) =>
    Math.exp(-((k - radius) ** 2) / (2 * sigma * sigma)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
