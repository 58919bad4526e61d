import { CELL_HEIGHT, CELL_WIDTH, MRZ_CHARACTERS } from './cell.ts';
import { type ConvolutionShape, connect, convolutionSize, convolve } from './cell-net-layers.ts';

export const FIRST_CONVOLUTION: ConvolutionShape = {
  width: CELL_WIDTH,
  height: CELL_HEIGHT,
  channels: 1,
  kernel: 5,
  outputs: 8,
};
export const SECOND_CONVOLUTION: ConvolutionShape = {
  width: CELL_WIDTH / 2,
  height: CELL_HEIGHT / 2,
  channels: 8,
  kernel: 3,
  outputs: 16,
};

/** Weights and biases of one layer; the weights' innermost dimension is the output. */
export interface LayerParameters {
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** Parameters of the first convolution, the second, and the fully connected layer after them. */
export type CellNetParameters = readonly [LayerParameters, LayerParameters, LayerParameters];

/** Output of every layer for the last cell; the last one holds a logit for each of {@link MRZ_CHARACTERS}. */
export interface CellNetActivations {
  readonly first: Float32Array;
  readonly second: Float32Array;
  readonly logits: Float32Array;
}

export function createActivations(): CellNetActivations {
  return {
    first: new Float32Array(convolutionSize(FIRST_CONVOLUTION)),
    second: new Float32Array(convolutionSize(SECOND_CONVOLUTION)),
    logits: new Float32Array(MRZ_CHARACTERS.length),
  };
}

/** Runs the net on a normalized cell. */
export function runCellNet(
  [first, second, last]: CellNetParameters,
  cell: Float32Array,
  activations: CellNetActivations,
): void {
  convolve(FIRST_CONVOLUTION, cell, first.weights, first.biases, activations.first);
  convolve(SECOND_CONVOLUTION, activations.first, second.weights, second.biases, activations.second);
  connect(activations.second, last.weights, last.biases, activations.logits);
}
