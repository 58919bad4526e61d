import type { CellNetParameters, LayerParameters } from '../../../packages/vision/src/mrz/cells/cell-net.ts';
import { WEIGHT_DIGITS, WEIGHT_LIMIT } from '../../../packages/vision/src/mrz/cells/packed-number.ts';

/** Returns the largest weight of each output, divided by the largest integer that a digit stands for. */
function scalesOf({ weights, biases }: LayerParameters): Float32Array {
  const scales = new Float32Array(biases.length);
  weights.forEach((weight, i) => {
    const o = i % biases.length;
    scales[o] = Math.max(scales[o]!, Math.abs(weight));
  });
  return scales.map((scale) => Number((scale / WEIGHT_LIMIT || 1).toPrecision(4)));
}

/** Sets `rounded` to the values of `exact` after packing. */
export function roundParameters(exact: CellNetParameters, rounded: CellNetParameters): void {
  exact.forEach((layer, l) => {
    const scales = scalesOf(layer);
    const target = rounded[l]!;
    layer.weights.forEach((weight, i) => {
      const scale = scales[i % scales.length]!;
      target.weights[i] = Math.round(weight / scale) * scale;
    });
    target.biases.set(layer.biases);
  });
}

/** Writes the layer as TypeScript literals. */
export function packLayer(layer: LayerParameters): string {
  const scales = scalesOf(layer);
  const digits = Array.from(layer.weights, (weight, i) => {
    return WEIGHT_DIGITS[Math.round(weight / scales[i % scales.length]!) + WEIGHT_LIMIT];
  });
  const list = (values: Float32Array) =>
    `[${Array.from(values, (value) => Number(value.toPrecision(4))).join(', ')}]`;
  return `{ scales: ${list(scales)}, biases: ${list(layer.biases)}, weights: '${digits.join('')}' }`;
}
