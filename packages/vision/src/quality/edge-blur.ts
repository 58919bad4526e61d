import type { GrayImage } from '../image.ts';

/** The edges in one piece of a picture at two scales; each list has one entry per crest pixel. */
export interface EdgeCrests {
  /** Gradient in luma per pixel at the coarser scale, at which the crest was found. */
  readonly coarse: readonly number[];
  /** Gradient at the finer scale, at the same pixel and along the same direction. */
  readonly fine: readonly number[];
  /** Direction of the gradient in steps of 45°: 0 to the right, 1 to the lower right, 2 down, 3 to the lower left. */
  readonly direction: readonly number[];
  /** Standard deviation of `coarse` caused by pixel noise. */
  readonly noise: number;
}

/**
 * Scales of Gaussian smoothing before differentiation, σ in px, an octave apart. The finest resolves the strokes of small
 * print; the coarser ones reduce noise to a fifth and a twentieth, which wide edges need.
 */
const SCALES = [0.6, 1.2, 2.4] as const;

/** Number of pairs of neighbouring scales. */
export const SCALE_PAIRS = SCALES.length - 1;

/** Variance of a central difference, a derivative averaged over two pixels: 2² / 12. */
const DIFFERENCE_VARIANCE = 1 / 3;

/** Maximum measurable blur, as a multiple of the coarser scale; above it the two crests are too similar. */
const MAX_BLUR_FACTOR = 4;

const MARGIN = 10;

/**
 * Computes the blur that explains the crests of an edge at two scales. An edge blurred by σ and smoothed at scale s has a crest
 * of height ∝ 1 / √(σ² + s²), so the ratio of two scales gives σ independent of contrast (Zhuo and Sim, "Defocus map estimation
 * from a single image", 2011).
 *
 * @param pair - 0 for the finest pair of scales.
 * @returns σ in px.
 */
export function blurFromCrests(pair: number, fine: number, coarse: number): number {
  const ratio = (fine / coarse) ** 2;
  const fineVariance = slopeVariance(pair);
  const coarseVariance = slopeVariance(pair + 1);
  if (ratio >= coarseVariance / fineVariance) return 0;
  const widest = MAX_BLUR_FACTOR * SCALES[pair + 1]!;
  if (!(ratio > 1)) return widest;
  return Math.min(widest, Math.sqrt((coarseVariance - ratio * fineVariance) / (ratio - 1)));
}

function slopeVariance(scale: number): number {
  return SCALES[scale]! ** 2 + DIFFERENCE_VARIANCE;
}

/**
 * Finds the edge crests of a square piece, for each pair of scales. Crests are located at the coarser scale, and only the
 * gradient along the same direction is taken at the finer one. Noise then affects the result almost symmetrically; choosing the
 * strongest gradients of a noisy picture would always make it look sharper.
 *
 * @param left,top - of the piece in px; beyond the border, the outermost pixels are repeated.
 * @param size - of the piece in px, width and height.
 */
export function findEdgeCrests(image: GrayImage, left: number, top: number, size: number): EdgeCrests[] {
  const width = size + 2 * MARGIN;
  const piece = cutPiece(image, left - MARGIN, top - MARGIN, width);
  const noise = pixelNoise(piece, width);
  let fine = smooth(piece, width, SCALES[0]);
  return Array.from({ length: SCALE_PAIRS }, (_, pair) => {
    const coarse = smooth(fine, width, Math.sqrt(SCALES[pair + 1]! ** 2 - SCALES[pair]! ** 2));
    // Pixel noise of σ 1 gives gradients of σ 1 / (√(8π) s²) after smoothing by a derivative of a Gaussian of scale s.
    const slopeNoise = noise / (Math.sqrt(8 * Math.PI) * slopeVariance(pair + 1));
    const crests = findCrests(fine, coarse, width, slopeNoise);
    fine = coarse;
    return crests;
  });
}

function findCrests(fine: Float32Array, coarse: Float32Array, width: number, noise: number): EdgeCrests {
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
 * Estimates pixel noise by a mask that ignores gradients and straight edges (Immerkær, "Fast noise variance estimation", 1996);
 * the median excludes print.
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
  // The mask amplifies noise by 6; the median absolute deviation of a normal distribution is 0.6745 σ.
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
 * Smooths with a Gaussian, rows then columns.
 *
 * @param sigma - in px; the outermost 2.6 σ pixels are invalid, and the caller must skip them.
 */
export function smooth(plane: Float32Array, width: number, sigma: number): Float32Array {
  const weights = gaussian(sigma);
  return smoothAlong(smoothAlong(plane, weights, 1), weights, width);
}

/** Convolves with symmetric weights, four neighbouring pixels at a time, which takes half as long. */
function smoothAlong(from: Float32Array, weights: Float32Array, step: number): Float32Array {
  const radius = (weights.length - 1) / 2;
  const to = from.slice();
  const end = from.length - radius * step;
  const middle = weights[radius]!;
  for (let start = radius * step; start < end; start += 4) {
    const pixel = Math.min(start, end - 4);
    let one = middle * from[pixel]!;
    let two = middle * from[pixel + 1]!;
    let three = middle * from[pixel + 2]!;
    let four = middle * from[pixel + 3]!;
    for (
      let k = 1, left = pixel - step, right = pixel + step;
      k <= radius;
      k++, left -= step, right += step
    ) {
      const weight = weights[radius + k]!;
      one += weight * (from[left]! + from[right]!);
      two += weight * (from[left + 1]! + from[right + 1]!);
      three += weight * (from[left + 2]! + from[right + 2]!);
      four += weight * (from[left + 3]! + from[right + 3]!);
    }
    to[pixel] = one;
    to[pixel + 1] = two;
    to[pixel + 2] = three;
    to[pixel + 3] = four;
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
