import type { CellNetParameters, LayerParameters } from './cell-net.ts';
import { unpackNumbers } from './packed-number.ts';

/** A stored layer: one digit per weight, one scale per output. */
export interface PackedLayer {
  readonly scales: readonly number[];
  readonly biases: readonly number[];
  readonly weights: string;
}

function unpackLayer({ scales, biases, weights }: PackedLayer): LayerParameters {
  const outputs = biases.length;
  return {
    weights: unpackNumbers(weights).map((number, i) => number * scales[i % outputs]!),
    biases: Float32Array.from(biases),
  };
}

export function unpackCellNet(layers: readonly [PackedLayer, PackedLayer, PackedLayer]): CellNetParameters {
  return [unpackLayer(layers[0]), unpackLayer(layers[1]), unpackLayer(layers[2])];
}
