/** A stored net with one hidden layer, written by `lab/training/src/document-weights.ts`. */
export interface PackedNet {
  /** One digit d for each feature, meaning a step of 2^(d / 3). */
  readonly steps: string;
  /** One digit for each hidden unit and feature: the weight as a multiple of the feature's step. */
  readonly weights: string;
  /** Biases of the hidden units. */
  readonly biases: readonly number[];
  /** Weights of the hidden units in the output, then the bias of the output. */
  readonly outputs: readonly number[];
}

/** Character for 0; neighbouring characters differ by 1. */
const ZERO = 'A'.charCodeAt(0);

/** Largest digit, `Z`; the smallest is `(`. None of the characters in between needs escaping in a string. */
export const LARGEST_DIGIT = 25;

/** Encodes whole numbers from -{@link LARGEST_DIGIT} to {@link LARGEST_DIGIT} as characters. */
export function packDigits(numbers: readonly number[]): string {
  return String.fromCharCode(...numbers.map((number) => ZERO + number));
}

/** Decodes a string from {@link packDigits}. */
export function unpackDigits(digits: string): Float32Array {
  return Float32Array.from(digits, (digit) => digit.charCodeAt(0) - ZERO);
}

/** Scores the features of a quad; a higher score means more like a document. */
export type Score = (features: ArrayLike<number>) => number;

/** Unpacks a net. Additional features are ignored. */
export function createScore({ steps, weights, biases, outputs }: PackedNet): Score {
  const sizes = unpackDigits(steps).map((digit) => 2 ** (digit / 3));
  const count = sizes.length;
  const numbers = unpackDigits(weights).map((digit, k) => digit * sizes[k % count]!);
  return (features) =>
    biases.reduce((score, bias, unit) => {
      let sum = bias;
      for (let k = 0; k < count; k++) sum += numbers[unit * count + k]! * features[k]!;
      return score + outputs[unit]! * Math.tanh(sum);
    }, outputs[biases.length]!);
}

/** Converts log-odds to a probability, 0 to 1. */
export function probability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
