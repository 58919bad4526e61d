/** A net with one hidden layer as it is stored, written by `lab/training/src/document-weights.ts`. */
export interface PackedNet {
  /** A digit for each feature; digit d means steps of 2^(d / 3). */
  readonly steps: string;
  /** A digit for each hidden unit and feature: the weight in steps of the feature. */
  readonly weights: string;
  /** Of the hidden units. */
  readonly biases: readonly number[];
  /** Weights of the hidden units, then the bias of their sum. */
  readonly outputs: readonly number[];
}

/** The character for 0. Each following character is one more, each preceding one is one less. */
const ZERO = 'A'.charCodeAt(0);

/** The largest digit, `Z`, and the smallest, `(`: none of these characters needs to be escaped in a text. */
export const LARGEST_DIGIT = 25;

/** Encodes whole numbers from -{@link LARGEST_DIGIT} to {@link LARGEST_DIGIT} as characters. */
export function packDigits(numbers: readonly number[]): string {
  return String.fromCharCode(...numbers.map((number) => ZERO + number));
}

/** The whole numbers behind a string of {@link packDigits}. */
export function unpackDigits(digits: string): Float32Array {
  return Float32Array.from(digits, (digit) => digit.charCodeAt(0) - ZERO);
}

/** One number from the features of a quad: the higher, the more like a document. */
export type Score = (features: ArrayLike<number>) => number;

/** Unpacks a net. Features beyond the ones that it knows are ignored. */
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

/** Odds, given as their logarithm, as a probability of 0 to 1. */
export function probability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
