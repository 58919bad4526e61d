/**
 * Feature maps of equal size, plane by plane, each padded with a border of zeros for the kernels. 64-bit floats avoid
 * conversions, which saves a ninth of the time.
 */
export interface Planes {
  readonly count: number;
  readonly width: number;
  readonly height: number;
  readonly border: number;
  readonly data: Float64Array;
}

/**
 * A depthwise separable convolution (Howard et al., "MobileNets", 2017): each plane is convolved with its own 3 × 3 kernels,
 * and the new planes are weighted sums of the results, followed by ReLU.
 */
export interface Convolution {
  /** Distance in pixels between neighbouring kernel taps; 2 or more cover a wider area with the same number of weights. */
  readonly dilation: number;
  /** 2 halves the size of the planes. */
  readonly stride: 1 | 2;
  /** Whether the result is added to the input (a residual connection). */
  readonly adds: boolean;
  /**
   * Kernels of nine weights each, row by row. A plane may have several kernels, in the order of the planes. Their number is a
   * multiple of four, because four are summed at a time.
   */
  readonly kernels: Float32Array;
  /** For each new plane, one weight per kernel. The number of new planes is even. */
  readonly weights: Float32Array;
  /** One for each new plane. */
  readonly biases: Float32Array;
}

export function createPlanes(count: number, width: number, height: number, border: number): Planes {
  const size = (width + 2 * border) * (height + 2 * border);
  return { count, width, height, border, data: new Float64Array(count * size) };
}

/** Returns the index of a plane's first value, and the distance between its rows. */
export function locatePlane(
  { width, height, border }: Planes,
  plane: number,
): { start: number; row: number } {
  const row = width + 2 * border;
  return { start: plane * row * (height + 2 * border) + border * (row + 1), row };
}

/**
 * Runs a convolution.
 *
 * @param from - planes with a border of at least the dilation. They may be the same as `to` if the stride is 1.
 * @param spare - scratch memory for the results of the kernels: their number times the size of a new plane.
 */
export function convolve(convolution: Convolution, from: Planes, to: Planes, spare: Float64Array): void {
  const kernels = convolution.kernels.length / 9;
  for (let kernel = 0; kernel < kernels; kernel++) applyKernel(convolution, kernel, kernels, from, to, spare);
  const size = to.width * to.height;
  const sums = spare.subarray(kernels * size);
  for (let plane = 0; plane < to.count; plane += 2) {
    sumWeighted(spare, convolution.weights, plane * kernels, kernels, sums, size);
    place(sums, convolution.biases[plane]!, convolution.adds, to, plane);
    place(sums.subarray(size), convolution.biases[plane + 1]!, convolution.adds, to, plane + 1);
  }
}

/** Computes the output of one kernel. */
function applyKernel(
  { dilation, stride, kernels: numbers }: Convolution,
  kernel: number,
  kernels: number,
  from: Planes,
  { width, height }: Planes,
  spare: Float64Array,
): void {
  const { data } = from;
  const { start, row } = locatePlane(from, Math.floor((kernel * from.count) / kernels));
  const [a, b, c, d, e, f, g, h, i] = numbers.subarray(kernel * 9, kernel * 9 + 9) as unknown as Nine;
  const down = row * dilation;
  for (let y = 0, at = kernel * width * height; y < height; y++) {
    let middle = start + y * stride * row;
    for (let x = 0; x < width; x++, middle += stride) {
      const above = middle - down;
      const below = middle + down;
      spare[at++] =
        a * data[above - dilation]! +
        b * data[above]! +
        c * data[above + dilation]! +
        d * data[middle - dilation]! +
        e * data[middle]! +
        f * data[middle + dilation]! +
        g * data[below - dilation]! +
        h * data[below]! +
        i * data[below + dilation]!;
    }
  }
}

type Nine = [number, number, number, number, number, number, number, number, number];

/** Sums weighted planes into two new planes, four at a time, so that each value is loaded once for both. */
function sumWeighted(
  planes: Float64Array,
  weights: Float32Array,
  first: number,
  count: number,
  sums: Float64Array,
  size: number,
): void {
  const next = first + count;
  sums.fill(0, 0, 2 * size);
  for (let plane = 0; plane < count; plane += 4) {
    const a = weights[first + plane]!;
    const b = weights[first + plane + 1]!;
    const c = weights[first + plane + 2]!;
    const d = weights[first + plane + 3]!;
    const e = weights[next + plane]!;
    const f = weights[next + plane + 1]!;
    const g = weights[next + plane + 2]!;
    const h = weights[next + plane + 3]!;
    for (let k = 0, at = plane * size; k < size; k++, at++) {
      const one = planes[at]!;
      const two = planes[at + size]!;
      const three = planes[at + 2 * size]!;
      const four = planes[at + 3 * size]!;
      sums[k] = sums[k]! + a * one + b * two + c * three + d * four;
      sums[k + size] = sums[k + size]! + e * one + f * two + g * three + h * four;
    }
  }
}

/** Writes sums into their plane, with bias and ReLU. */
function place(sums: Float64Array, bias: number, adds: boolean, to: Planes, plane: number): void {
  const { start, row } = locatePlane(to, plane);
  const { data, width, height } = to;
  for (let y = 0, k = 0; y < height; y++) {
    for (let at = start + y * row, end = at + width; at < end; at++, k++) {
      data[at] = Math.max(0, sums[k]! + bias + (adds ? data[at]! : 0));
    }
  }
}

/** Returns the size of the scratch memory that a convolution needs. */
export function scratchSize({ kernels }: Convolution, { width, height }: Planes): number {
  return (kernels.length / 9 + 2) * width * height;
}
