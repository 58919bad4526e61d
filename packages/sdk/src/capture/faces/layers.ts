/** A grid of numbers, row by row, with all channels of a position together. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly values: Float32Array;
}

/** Weights and biases of one layer. */
export interface Layer {
  /** Weights, grouped by output channel, in the order of the values of a position. */
  readonly weights: Float32Array;
  /** One bias per output channel. */
  readonly bias: Float32Array;
}

export function emptyGrid(width: number, height: number, channels: number): Grid {
  return { width, height, channels, values: new Float32Array(width * height * channels) };
}

/** Returns the grid with a border of zeros of that width. */
function addBorder({ width, height, channels, values }: Grid, border: number): Grid {
  const to = emptyGrid(width + 2 * border, height + 2 * border, channels);
  const row = width * channels;
  for (let y = 0; y < height; y++)
    to.values.set(values.subarray(y * row, (y + 1) * row), ((y + border) * to.width + border) * channels);
  return to;
}

/**
 * Convolves all channels with a square kernel, at every second position in both directions, and applies ReLU. Positions outside
 * the grid are zero; the odd one is at the far side, as with TensorFlow's padding `SAME`.
 */
export function convolveHalving(from: Grid, { weights, bias }: Layer, kernel: number): Grid {
  const outs = bias.length;
  const { values, width, channels } = addBorder(from, kernel >> 1);
  const to = emptyGrid(from.width >> 1, from.height >> 1, outs);
  const before = (kernel >> 1) - ((kernel - 2) >> 1);
  const run = kernel * channels;
  for (let y = 0, at = 0; y < to.height; y++)
    for (let x = 0; x < to.width; x++)
      for (let out = 0; out < outs; out++, at++) {
        let sum = bias[out]!;
        for (let j = 0; j < kernel; j++) {
          const weight = (out * kernel + j) * run;
          const value = ((2 * y + j + before) * width + 2 * x + before) * channels;
          for (let k = 0; k < run; k++) sum += weights[weight + k]! * values[value + k]!;
        }
        to.values[at] = Math.max(0, sum);
      }
  return to;
}

/**
 * Convolves each channel separately with a 3 × 3 kernel (depthwise convolution), at every position or, with a stride of 2, at
 * every second one.
 *
 * @param weights - in the order of the kernel's positions, all channels of a position together.
 */
export function convolveChannels(from: Grid, weights: Float32Array, stride: 1 | 2): Grid {
  const { values, width, channels } = addBorder(from, 1);
  const to = emptyGrid(from.width / stride, from.height / stride, channels);
  const found = to.values;
  const row = width * channels;
  const n = channels;
  for (let y = 0, at = 0; y < to.height; y++)
    for (let x = 0; x < to.width; x++, at += n) {
      const a = ((y * stride + stride - 1) * width + x * stride + stride - 1) * n;
      const b = a + row;
      const c = b + row;
      for (let k = 0; k < n; k++)
        found[at + k] =
          values[a + k]! * weights[k]! +
          values[a + n + k]! * weights[n + k]! +
          values[a + 2 * n + k]! * weights[2 * n + k]! +
          values[b + k]! * weights[3 * n + k]! +
          values[b + n + k]! * weights[4 * n + k]! +
          values[b + 2 * n + k]! * weights[5 * n + k]! +
          values[c + k]! * weights[6 * n + k]! +
          values[c + n + k]! * weights[7 * n + k]! +
          values[c + 2 * n + k]! * weights[8 * n + k]!;
    }
  return to;
}

/**
 * Mixes the channels of each position (1 × 1 convolution). Nine tenths of the time are spent here, so two output channels at
 * four positions are computed at a time, and each number is read once for several sums. The number of output channels is even;
 * positions beyond the last one are computed but not written.
 */
export function mixChannels(from: Grid, { weights, bias }: Layer): Grid {
  const { width, height, channels: n, values } = from;
  const outs = bias.length;
  const to = emptyGrid(width, height, outs);
  const found = to.values;
  const places = width * height;
  for (let out = 0; out < outs; out += 2) {
    const one = out * n;
    const other = one + n;
    const oneBias = bias[out]!;
    const otherBias = bias[out + 1]!;
    for (let place = 0; place < places; place += 4) {
      const p = place * n;
      const q = p + n;
      const r = q + n;
      const s = r + n;
      let p1 = oneBias;
      let p2 = otherBias;
      let q1 = oneBias;
      let q2 = otherBias;
      let r1 = oneBias;
      let r2 = otherBias;
      let s1 = oneBias;
      let s2 = otherBias;
      for (let k = 0; k < n; k++) {
        const w1 = weights[one + k]!;
        const w2 = weights[other + k]!;
        const pk = values[p + k]!;
        const qk = values[q + k]!;
        const rk = values[r + k]!;
        const sk = values[s + k]!;
        p1 += pk * w1;
        p2 += pk * w2;
        q1 += qk * w1;
        q2 += qk * w2;
        r1 += rk * w1;
        r2 += rk * w2;
        s1 += sk * w1;
        s2 += sk * w2;
      }
      let at = place * outs + out;
      found[at] = p1;
      found[at + 1] = p2;
      at += outs;
      found[at] = q1;
      found[at + 1] = q2;
      at += outs;
      found[at] = r1;
      found[at + 1] = r2;
      at += outs;
      found[at] = s1;
      found[at + 1] = s2;
    }
  }
  return to;
}

/** Returns the maximum of each 2 × 2 positions, channel by channel (max pooling). */
export function halve({ width, height, channels, values }: Grid): Grid {
  const to = emptyGrid(width >> 1, height >> 1, channels);
  const row = width * channels;
  for (let y = 0, at = 0; y < to.height; y++)
    for (let x = 0; x < to.width; x++)
      for (let channel = 0; channel < channels; channel++, at++) {
        const value = (2 * y * width + 2 * x) * channels + channel;
        to.values[at] = Math.max(
          values[value]!,
          values[value + channels]!,
          values[value + row]!,
          values[value + row + channels]!,
        );
      }
  return to;
}

/** Adds the residual to an activation in place, and applies ReLU. New channels have no residual. */
export function addResidual(found: Grid, known: Grid | null): Grid {
  const { channels, values } = found;
  const shared = known?.channels ?? 0;
  for (let at = 0, before = 0; at < values.length; at += channels, before += shared)
    for (let k = 0; k < channels; k++) {
      const sum = values[at + k]! + (known && k < shared ? known.values[before + k]! : 0);
      values[at + k] = Math.max(0, sum);
    }
  return found;
}
