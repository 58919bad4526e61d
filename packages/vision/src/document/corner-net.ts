import type { Point, Quad } from '../quad.ts';
import {
  type Convolution,
  convolve,
  createPlanes,
  locatePlane,
  type Planes,
  scratchSize,
} from './convolution.ts';

/** Estimated corners of a document in a picture. */
export interface CornerGuess {
  /** Clockwise. If the picture shows no document, the corners may form no quad. */
  readonly quad: Quad;
  /** Log-odds that a document is completely in view. */
  readonly presence: number;
}

/** Learned layers: convolutions, and a last layer that is applied to each field. */
export interface CornerNet {
  readonly convolutions: readonly Convolution[];
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/**
 * Colour planes of a picture, and the size of a field in pixels: three convolutions with stride 2 reduce each side to an
 * eighth.
 */
const CHANNELS = 3;
const FIELD = 8;

/**
 * Outputs of the last layer for each field: a weight for each corner; x and y of each corner, in fields relative to the field;
 * presence.
 */
const OFFSETS = 4;
const PRESENCE = 12;

/** A net prepared for pictures of one size. Write a picture into `input`; `run` returns corners in its pixels. */
export interface RunnableCornerNet {
  readonly input: Planes;
  run(): CornerGuess;
}

/** Prepares a net for pictures of one size. */
export function createCornerNet(
  { convolutions, weights, biases }: CornerNet,
  size: { width: number; height: number },
): RunnableCornerNet {
  const border = Math.max(...convolutions.map(({ dilation }) => dilation));
  const input = createPlanes(CHANNELS, size.width, size.height, border);
  const stages = [input];
  for (const { stride, biases } of convolutions) {
    const last = stages[stages.length - 1]!;
    const halved = (px: number): number => (px + 1) >> 1;
    stages.push(
      stride === 1 ? last : createPlanes(biases.length, halved(last.width), halved(last.height), border),
    );
  }
  const spare = new Float64Array(
    Math.max(...convolutions.map((convolution, index) => scratchSize(convolution, stages[index + 1]!))),
  );
  const last = stages[stages.length - 1]!;
  const fields = last.width * last.height;
  const outputs = Array.from(biases, () => new Float32Array(fields));
  return {
    input,
    run() {
      convolutions.forEach((convolution, index) => {
        convolve(convolution, stages[index]!, stages[index + 1]!, spare);
      });
      outputs.forEach((values, output) => {
        computeOutputs(last, weights.subarray(output * last.count), biases[output]!, values);
      });
      const corners = [0, 1, 2, 3].map((corner) =>
        averagePosition(
          outputs[corner]!,
          outputs[OFFSETS + 2 * corner]!,
          outputs[OFFSETS + 2 * corner + 1]!,
          last.width,
        ),
      );
      const odds = outputs[PRESENCE]!.reduce((sum, value) => sum + Math.exp(value), 0) / fields;
      return { quad: corners as unknown as Quad, presence: Math.log(odds) };
    },
  };
}

/** Computes one output for each field. */
function computeOutputs(planes: Planes, weights: Float32Array, bias: number, to: Float32Array): void {
  to.fill(bias);
  for (let plane = 0; plane < planes.count; plane++) {
    const { start, row } = locatePlane(planes, plane);
    const weight = weights[plane]!;
    for (let y = 0, k = 0; y < planes.height; y++)
      for (let at = start + y * row, end = at + planes.width; at < end; at++, k++)
        to[k] = to[k]! + weight * planes.data[at]!;
  }
}

/** Averages the positions of a corner estimated by all fields, weighted by the softmax of `trust`. */
function averagePosition(
  trust: Float32Array,
  across: Float32Array,
  down: Float32Array,
  width: number,
): Point {
  let sum = 0;
  let x = 0;
  let y = 0;
  trust.forEach((value, field) => {
    const share = Math.exp(value);
    sum += share;
    x += share * (across[field]! + (field % width));
    y += share * (down[field]! + Math.floor(field / width));
  });
  // A field is centred on the first of its eight pixels, because a stride of 2 keeps every other pixel, starting with the
  // first.
  return { x: (x / sum) * FIELD + 0.5, y: (y / sum) * FIELD + 0.5 };
}
