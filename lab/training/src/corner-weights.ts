import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PackedCornerNet, PackedRows } from '../../../packages/vision/src/document/packed-corner-net.ts';
import { LARGEST_DIGIT, packDigits } from '../../../packages/vision/src/document/score-net.ts';

/** Rows of a layer as written by `corner-net/write.py`: integers, each times the size of its row, and the biases. */
interface LearnedRows {
  readonly integers: readonly (readonly number[])[];
  readonly sizes: readonly number[];
  readonly biases: readonly number[];
}

interface LearnedNet extends LearnedRows {
  readonly convolutions: readonly (LearnedRows & {
    readonly stride: 1 | 2;
    readonly dilation: number;
    readonly kernels: readonly number[];
    readonly kernelSizes: readonly number[];
  })[];
}

/**
 * Packs the net trained by `corner-net/train.py`, `.cache/corner-net/net.json`, into
 * `packages/vision/src/document/corner-weights.ts`:
 *
 *     node lab/training/run.mjs corner-weights
 */
export default function packCornerNet(): void {
  const learned = resolve(import.meta.dirname, '../.cache/corner-net/net.json');
  const { convolutions, ...last } = JSON.parse(readFileSync(learned, 'utf8')) as LearnedNet;
  const packed: PackedCornerNet = {
    ...packRows(last),
    convolutions: convolutions.map(({ stride, dilation, kernels, kernelSizes, ...rows }) => {
      const { size, steps } = packSizes(kernelSizes);
      return {
        stride,
        dilation,
        kernels: packDigits(kernels),
        kernelSteps: steps,
        ...packRows({ ...rows, sizes: rows.sizes.map((one) => one * size) }),
      };
    }),
  };
  const source = `import type { PackedCornerNet } from './packed-corner-net.ts';

/** Learned weights of the net that finds corners. Written by \`lab/training/src/corner-weights.ts\`; never edited by hand. */
export const CORNER_NET: PackedCornerNet = ${JSON.stringify(packed)};
`;
  writeFileSync(
    resolve(import.meta.dirname, '../../../packages/vision/src/document/corner-weights.ts'),
    source,
  );
}

/** Packs rows; biases are rounded to a 25th of the largest. */
function packRows({ integers, sizes, biases }: LearnedRows): PackedRows {
  const unit = short(Math.max(...biases.map(Math.abs)) / LARGEST_DIGIT);
  const { size, steps } = packSizes(sizes);
  return {
    steps,
    size: Number(size.toPrecision(3)),
    biases: packDigits(biases.map((bias) => asDigit(bias / unit))),
    unit,
    weights: packDigits(integers.flat()),
  };
}

/** Packs sizes, rounded to eighths of a doubling around a middle size. */
function packSizes(sizes: readonly number[]): { size: number; steps: string } {
  const eighths = sizes.map((size) => 8 * Math.log2(size));
  const middle = Math.round((Math.max(...eighths) + Math.min(...eighths)) / 2);
  return { size: 2 ** (middle / 8), steps: packDigits(eighths.map((size) => asDigit(size - middle))) };
}

function asDigit(value: number): number {
  return Math.max(-LARGEST_DIGIT, Math.min(LARGEST_DIGIT, Math.round(value)));
}

function short(value: number): number {
  return Number(value.toPrecision(2));
}
