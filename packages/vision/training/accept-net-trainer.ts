import { createSeededRandom } from '@vendor/specimens';
import type { AcceptNet } from '../src/document/accept-net.ts';

/** A fitted quad and whether it is right; `weight` is how much it counts. */
export interface Sample {
  readonly features: readonly number[];
  readonly right: boolean;
}

/**
 * Trains a net by Adam on the cross entropy, with weight decay, on batches drawn at random.
 *
 * @param units - in the hidden layer.
 */
export function trainAcceptNet(samples: readonly Sample[], units: number, seed: number): AcceptNet {
  const random = createSeededRandom(seed);
  const count = samples[0]!.features.length;
  const { mean, scale } = normalisation(samples, count);
  const inputs = samples.map(({ features }) =>
    Float64Array.from(features, (value, k) => Math.max(-4, Math.min(4, (value - mean[k]!) * scale[k]!))),
  );
  const stride = count + 1;
  const parameters = Float64Array.from({ length: units * stride + units + 1 }, (_, k) =>
    k < units * stride ? (random.normal() * 0.6) / Math.sqrt(count) : random.normal() * 0.3,
  );
  const first = new Float64Array(parameters.length);
  const second = new Float64Array(parameters.length);
  const steps = 12_000;
  for (let step = 1; step <= steps; step++) {
    const gradient = new Float64Array(parameters.length);
    for (let draw = 0; draw < 48; draw++) {
      const index = random.integer(0, samples.length - 1);
      addGradient(parameters, inputs[index]!, samples[index]!.right ? 1 : 0, units, gradient);
    }
    const rate = 0.01 * (1 - step / steps) + 1e-4;
    for (let k = 0; k < parameters.length; k++) {
      const g = gradient[k]! / 48 + 3e-4 * parameters[k]!;
      first[k] = 0.9 * first[k]! + 0.1 * g;
      second[k] = 0.999 * second[k]! + 0.001 * g * g;
      const corrected = first[k]! / (1 - 0.9 ** step);
      parameters[k] =
        parameters[k]! - (rate * corrected) / (Math.sqrt(second[k]! / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return {
    mean,
    scale,
    hidden: Array.from({ length: units }, (_, unit) => [
      ...parameters.subarray(unit * stride, (unit + 1) * stride),
    ]),
    output: [...parameters.subarray(units * stride)],
  };
}

function addGradient(
  parameters: Float64Array,
  input: Float64Array,
  target: number,
  units: number,
  gradient: Float64Array,
): void {
  const stride = input.length + 1;
  const outputs = units * stride;
  const active = new Float64Array(units);
  let logit = parameters[outputs + units]!;
  for (let unit = 0; unit < units; unit++) {
    let sum = parameters[unit * stride + input.length]!;
    for (let k = 0; k < input.length; k++) sum += parameters[unit * stride + k]! * input[k]!;
    active[unit] = Math.tanh(sum);
    logit += parameters[outputs + unit]! * active[unit]!;
  }
  const error = 1 / (1 + Math.exp(-logit)) - target;
  gradient[outputs + units] = gradient[outputs + units]! + error;
  for (let unit = 0; unit < units; unit++) {
    gradient[outputs + unit] = gradient[outputs + unit]! + error * active[unit]!;
    const back = error * parameters[outputs + unit]! * (1 - active[unit]! ** 2);
    for (let k = 0; k < input.length; k++) {
      gradient[unit * stride + k] = gradient[unit * stride + k]! + back * input[k]!;
    }
    gradient[unit * stride + input.length] = gradient[unit * stride + input.length]! + back;
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
