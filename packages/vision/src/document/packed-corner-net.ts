import type { CornerNet } from './corner-net.ts';
import { unpackDigits } from './score-net.ts';

/**
 * Packed rows of a layer. The weights of a row are multiples of `size` · 2^(d / 8), where d is its digit in `steps`; its bias
 * is a multiple of `unit`.
 */
export interface PackedRows {
  readonly steps: string;
  readonly size: number;
  readonly biases: string;
  readonly unit: number;
  /** One digit per weight, row by row. */
  readonly weights: string;
}

/** A stored net, written by `lab/training/src/corner-weights.ts`, with one digit per number, which compresses best as text. */
export interface PackedCornerNet extends PackedRows {
  readonly convolutions: readonly (PackedRows & {
    readonly stride: 1 | 2;
    readonly dilation: number;
    /** Nine digits for each kernel, as multiples of 2^(d / 8), where d is its digit in `kernelSteps`. */
    readonly kernels: string;
    readonly kernelSteps: string;
  })[];
}

export function unpackCornerNet({ convolutions, ...last }: PackedCornerNet): CornerNet {
  return {
    ...unpackRows(last),
    convolutions: convolutions.map(({ stride, dilation, kernels, kernelSteps, ...rows }) => ({
      stride,
      dilation,
      adds: stride === 1,
      kernels: unpackScaled(kernels, kernelSteps, 1),
      ...unpackRows(rows),
    })),
  };
}

function unpackRows({
  steps,
  size,
  biases,
  unit,
  weights,
}: PackedRows): Pick<CornerNet, 'weights' | 'biases'> {
  return {
    weights: unpackScaled(weights, steps, size),
    biases: unpackDigits(biases).map((digit) => digit * unit),
  };
}

/** Unpacks consecutive rows of digits, each multiplied by the step of its row. */
function unpackScaled(digits: string, steps: string, size: number): Float32Array {
  const sizes = unpackDigits(steps).map((step) => size * 2 ** (step / 8));
  const perRow = digits.length / sizes.length;
  return unpackDigits(digits).map((digit, index) => digit * sizes[Math.floor(index / perRow)]!);
}
