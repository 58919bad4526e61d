import type { CornerNet } from './corner-net.ts';
import { unpackDigits } from './score-net.ts';

/** Numbers for the rows of a layer: each row's weights are in steps of `size` · 2^(d / 8), and its bias is in steps of `unit`. */
export interface PackedRows {
  readonly steps: string;
  readonly size: number;
  readonly biases: string;
  readonly unit: number;
  /** A digit for each weight, row by row. */
  readonly weights: string;
}

/** A net as it is stored, written by `lab/training/src/corner-weights.ts`: a digit for each number, which a text compressor packs best. */
export interface PackedCornerNet extends PackedRows {
  readonly convolutions: readonly (PackedRows & {
    readonly stride: 1 | 2;
    readonly dilation: number;
    /** Nine digits for each kernel, in steps of 2^(d / 8). */
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
      kernels: scaled(kernels, kernelSteps, 1),
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
    weights: scaled(weights, steps, size),
    biases: unpackDigits(biases).map((digit) => digit * unit),
  };
}

/** Rows of digits, one after the other, times the size of their row. */
function scaled(digits: string, steps: string, size: number): Float32Array {
  const sizes = unpackDigits(steps).map((step) => size * 2 ** (step / 8));
  const perRow = digits.length / sizes.length;
  return unpackDigits(digits).map((digit, index) => digit * sizes[Math.floor(index / perRow)]!);
}
