import { createSeededRandom } from '@vendor/specimens';
import {
  LARGEST_DIGIT,
  type PackedNet,
  packDigits,
} from '../../../packages/vision/src/document/score-net.ts';

/** A quad, and whether it is right. */
export interface Sample {
  readonly features: ArrayLike<number>;
  readonly right: boolean;
}

interface Options {
  readonly features: number;
  readonly units: number;
  readonly seed: number;
  readonly steps: number;
  readonly batch: number;
}

/**
 * Trains a net with one hidden layer by Adam, with weight decay, on random batches, to predict the odds of a sample being
 * right.
 */
export function trainNet(samples: readonly Sample[], options: Options): PackedNet {
  const { features: count, units } = options;
  const random = createSeededRandom(options.seed);
  const { mean, scale } = normalisation(samples, count);
  const inputs = samples.map(({ features }) =>
    Float64Array.from({ length: count }, (_, k) => (features[k]! - mean[k]!) * scale[k]!),
  );
  const net = createNet(count, units, random);
  const first = new Float64Array(net.length);
  const second = new Float64Array(net.length);
  const gradient = new Float64Array(net.length);
  for (let step = 1; step <= options.steps; step++) {
    gradient.fill(0);
    for (let draw = 0; draw < options.batch; draw++) {
      const drawn = random.integer(0, samples.length - 1);
      const input = inputs[drawn]!;
      const chance = 1 / (1 + Math.exp(-forward(net, input, units)));
      backward(net, input, units, chance - (samples[drawn]!.right ? 1 : 0), gradient);
    }
    const rate = 0.01 * (1 - step / options.steps) + 1e-4;
    for (let k = 0; k < net.length; k++) {
      const g = gradient[k]! / options.batch + 3e-4 * net[k]!;
      first[k] = 0.9 * first[k]! + 0.1 * g;
      second[k] = 0.999 * second[k]! + 0.001 * g * g;
      net[k] =
        net[k]! -
        (rate * (first[k]! / (1 - 0.9 ** step))) / (Math.sqrt(second[k]! / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return pack(net, mean, scale, units);
}

/** Creates the parameters: for each unit its weights and bias; then the weights of the units and the final bias. */
function createNet(count: number, units: number, random: { normal(): number }): Float64Array {
  const hidden = units * (count + 1);
  return Float64Array.from({ length: hidden + units + 1 }, (_, k) =>
    k < hidden ? (random.normal() * 0.6) / Math.sqrt(count) : random.normal() * 0.3,
  );
}

function unitSum(net: Float64Array, input: Float64Array, unit: number): number {
  const start = unit * (input.length + 1);
  let sum = net[start + input.length]!;
  for (let k = 0; k < input.length; k++) sum += net[start + k]! * input[k]!;
  return sum;
}

function forward(net: Float64Array, input: Float64Array, units: number): number {
  const outputs = units * (input.length + 1);
  let score = net[outputs + units]!;
  for (let unit = 0; unit < units; unit++)
    score += net[outputs + unit]! * Math.tanh(unitSum(net, input, unit));
  return score;
}

function backward(
  net: Float64Array,
  input: Float64Array,
  units: number,
  error: number,
  gradient: Float64Array,
): void {
  const outputs = units * (input.length + 1);
  gradient[outputs + units] = gradient[outputs + units]! + error;
  for (let unit = 0; unit < units; unit++) {
    const active = Math.tanh(unitSum(net, input, unit));
    gradient[outputs + unit] = gradient[outputs + unit]! + error * active;
    const back = error * net[outputs + unit]! * (1 - active ** 2);
    const start = unit * (input.length + 1);
    for (let k = 0; k < input.length; k++) gradient[start + k] = gradient[start + k]! + back * input[k]!;
    gradient[start + input.length] = gradient[start + input.length]! + back;
  }
}

function normalisation(samples: readonly Sample[], count: number): { mean: number[]; scale: number[] } {
  const mean: number[] = [];
  const scale: number[] = [];
  for (let k = 0; k < count; k++) {
    const average = samples.reduce((sum, { features }) => sum + features[k]!, 0) / samples.length;
    const variance =
      samples.reduce((sum, { features }) => sum + (features[k]! - average) ** 2, 0) / samples.length;
    mean.push(average);
    scale.push(1 / (Math.sqrt(variance) + 1e-6));
  }
  return { mean, scale };
}

/** Folds the normalisation into the weights and rounds them to digits; the biases compensate for the rounding. */
function pack(
  net: Float64Array,
  mean: readonly number[],
  scale: readonly number[],
  units: number,
): PackedNet {
  const count = mean.length;
  const weight = (unit: number, k: number): number => net[unit * (count + 1) + k]! * scale[k]!;
  const every = Array.from({ length: units }, (_, unit) => unit);
  const steps = mean.map((_, k) => {
    const largest = Math.max(...every.map((unit) => Math.abs(weight(unit, k))));
    return Math.max(-LARGEST_DIGIT, Math.ceil(3 * Math.log2(largest / LARGEST_DIGIT)));
  });
  const digits = every.map((unit) => steps.map((step, k) => Math.round(weight(unit, k) / 2 ** (step / 3))));
  const round = (value: number): number => Number(value.toFixed(1));
  return {
    steps: packDigits(steps),
    weights: packDigits(digits.flat()),
    biases: every.map((unit) =>
      round(
        net[unit * (count + 1) + count]! -
          digits[unit]!.reduce((sum, digit, k) => sum + digit * 2 ** (steps[k]! / 3) * mean[k]!, 0),
      ),
    ),
    outputs: [...net.subarray(units * (count + 1))].map(round),
  };
}
