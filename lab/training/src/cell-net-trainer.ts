import type { SeededRandom } from '@vendor/specimens';
import { MRZ_CHARACTERS } from '../../../packages/vision/src/mrz/cells/cell.ts';
import {
  type CellNetParameters,
  createActivations,
  FIRST_CONVOLUTION,
  type LayerParameters,
  runCellNet,
  SECOND_CONVOLUTION,
} from '../../../packages/vision/src/mrz/cells/cell-net.ts';
import {
  type ConvolutionShape,
  convolutionSize,
} from '../../../packages/vision/src/mrz/cells/cell-net-layers.ts';

const CLASSES = MRZ_CHARACTERS.length;

function createLayer(
  inputs: number,
  weights: number,
  outputs: number,
  random: SeededRandom | null,
): LayerParameters {
  const spread = Math.sqrt(2 / inputs);
  return {
    weights: Float32Array.from({ length: weights }, () => (random ? random.normal() * spread : 0)),
    biases: new Float32Array(outputs),
  };
}

/** Creates parameters after He et al. 2015, or zeros without a source of random numbers. */
export function createParameters(random: SeededRandom | null): CellNetParameters {
  const convolution = (shape: ConvolutionShape): LayerParameters => {
    const inputs = shape.kernel * shape.kernel * shape.channels;
    return createLayer(inputs, inputs * shape.outputs, shape.outputs, random);
  };
  const features = convolutionSize(SECOND_CONVOLUTION);
  return [
    convolution(FIRST_CONVOLUTION),
    convolution(SECOND_CONVOLUTION),
    createLayer(features, features * CLASSES, CLASSES, random),
  ];
}

/**
 * Trains a cell net with Adam on the cross entropy.
 *
 * @param parameters - the trained values.
 * @param running - the values with which the net runs, updated by the caller: the same values, or rounded ones.
 */
export function createTrainer(parameters: CellNetParameters, running: CellNetParameters) {
  const activations = createActivations();
  const gradients = createParameters(null);
  const means = createParameters(null);
  const variances = createParameters(null);
  const firstError = new Float32Array(activations.first.length);
  const secondError = new Float32Array(activations.second.length);
  let steps = 0;
  let samples = 0;

  /** Adds the gradient for one normalised cell; returns whether the net classified it correctly, and the loss. */
  function learn(cell: Float32Array, character: number): { right: boolean; loss: number } {
    const [, second, last] = running;
    runCellNet(running, cell, activations);
    const { logits } = activations;
    const best = logits.indexOf(Math.max(...logits));
    const top = logits[best]!;
    let total = 0;
    for (let o = 0; o < CLASSES; o++) total += Math.exp(logits[o]! - top);
    const loss = top + Math.log(total) - logits[character]!;
    const error = logits.map((logit, o) => Math.exp(logit - top) / total - (o === character ? 1 : 0));

    connectBackward(activations.second, last, gradients[2], error, secondError);
    convolveBackward(
      SECOND_CONVOLUTION,
      activations.first,
      activations.second,
      second,
      gradients[1],
      secondError,
      firstError,
    );
    convolveBackward(FIRST_CONVOLUTION, cell, activations.first, running[0], gradients[0], firstError, null);
    samples++;
    return { right: best === character, loss };
  }

  /** Moves the parameters against the mean gradient since the last step. */
  function step(rate: number): void {
    steps++;
    const fade1 = 1 - 0.9 ** steps;
    const fade2 = 1 - 0.999 ** steps;
    parameters.forEach((layer, l) => {
      for (const part of ['weights', 'biases'] as const) {
        const values = layer[part];
        const gradient = gradients[l]![part];
        const mean = means[l]![part];
        const variance = variances[l]![part];
        for (let i = 0; i < values.length; i++) {
          const g = gradient[i]! / samples;
          mean[i] = 0.9 * mean[i]! + 0.1 * g;
          variance[i] = 0.999 * variance[i]! + 0.001 * g * g;
          const move = mean[i]! / fade1 / (Math.sqrt(variance[i]! / fade2) + 1e-8);
          values[i]! -= rate * (move + (part === 'weights' ? 1e-3 * values[i]! : 0));
        }
        gradient.fill(0);
      }
    });
    samples = 0;
  }

  return { learn, step };
}

function connectBackward(
  input: Float32Array,
  { weights }: LayerParameters,
  gradient: LayerParameters,
  error: Float32Array,
  inputError: Float32Array,
): void {
  const outputs = error.length;
  for (let o = 0; o < outputs; o++) gradient.biases[o]! += error[o]!;
  for (let i = 0; i < input.length; i++) {
    const value = input[i]!;
    const row = i * outputs;
    let sum = 0;
    if (value !== 0) {
      for (let o = 0; o < outputs; o++) {
        gradient.weights[row + o]! += value * error[o]!;
        sum += weights[row + o]! * error[o]!;
      }
    }
    // A rectified zero propagates no error.
    inputError[i] = sum;
  }
}

function convolveBackward(
  { width, height, channels, kernel, outputs }: ConvolutionShape,
  input: Float32Array,
  output: Float32Array,
  { weights }: LayerParameters,
  gradient: LayerParameters,
  error: Float32Array,
  inputError: Float32Array | null,
): void {
  const pad = kernel >> 1;
  // Propagates no error where the rectifier output zero.
  for (let i = 0; i < output.length; i++) if (output[i]! <= 0) error[i] = 0;
  inputError?.fill(0);
  for (let y = 0, at = 0; y < height; y += 2) {
    const firstRow = Math.max(0, pad - y);
    const lastRow = Math.min(kernel, height + pad - y);
    for (let x = 0; x < width; x += 2, at += outputs) {
      const firstColumn = Math.max(0, pad - x);
      const values = (Math.min(kernel, width + pad - x) - firstColumn) * channels;
      for (let o = 0; o < outputs; o += 4) {
        const a = error[at + o]!;
        const b = error[at + o + 1]!;
        const c = error[at + o + 2]!;
        const d = error[at + o + 3]!;
        if (a === 0 && b === 0 && c === 0 && d === 0) continue;
        gradient.biases[o]! += a;
        gradient.biases[o + 1]! += b;
        gradient.biases[o + 2]! += c;
        gradient.biases[o + 3]! += d;
        for (let row = firstRow; row < lastRow; row++) {
          const start = ((y + row - pad) * width + x + firstColumn - pad) * channels;
          let weight = (row * kernel + firstColumn) * channels * outputs + o;
          for (let i = start; i < start + values; i++, weight += outputs) {
            const value = input[i]!;
            if (value !== 0) {
              gradient.weights[weight]! += value * a;
              gradient.weights[weight + 1]! += value * b;
              gradient.weights[weight + 2]! += value * c;
              gradient.weights[weight + 3]! += value * d;
            }
            if (inputError) {
              inputError[i]! +=
                weights[weight]! * a +
                weights[weight + 1]! * b +
                weights[weight + 2]! * c +
                weights[weight + 3]! * d;
            }
          }
        }
      }
    }
  }
}
