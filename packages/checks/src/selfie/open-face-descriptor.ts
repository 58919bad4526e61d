import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { io, NamedTensorMap, Tensor, Tensor1D, Tensor2D, Tensor4D } from '@tensorflow/tfjs-core';
import type { Point, RgbaImage } from '@vendor/vision';
import { chipPx, cutFaceChip } from './face-chip.ts';

const require = createRequire(import.meta.url);

/** As much of TensorFlow's core as is used here. */
export type Tensorflow = typeof import('@tensorflow/tfjs-core');

/** Computes the descriptor of a face, aligned by its mesh: 128 numbers, a vector of length 1. */
export type DescribeFace = (image: RgbaImage, mesh: readonly Point[]) => readonly number[];

/** Mean colour of the pictures that the network was trained on, red, green and blue. */
const meanColour = [122.782, 117.001, 104.298];

/** The network's blocks in their order; those with `down` in their name halve the picture. */
const blockNames = [
  ...['conv32_1', 'conv32_2', 'conv32_3'],
  ...['conv64_down', 'conv64_1', 'conv64_2', 'conv64_3'],
  ...['conv128_down', 'conv128_1', 'conv128_2'],
  ...['conv256_down', 'conv256_1', 'conv256_2', 'conv256_down_out'],
];

interface Convolution {
  readonly filter: Tensor4D;
  readonly bias: Tensor1D;
}

/**
 * Opens the face recognition network of dlib (a ResNet of 29 layers) with the weights that `@vladmandic/face-api` carries, read
 * from the installed package. Only its weights are used: the library brings a detector and a TensorFlow of its own.
 *
 * @param tensorflow - runs the network on the backend that is set; its weights stay there.
 */
export async function openFaceDescriptor(tensorflow: Tensorflow): Promise<DescribeFace> {
  const weights = await readWeights(tensorflow);
  const first = convolutionOf(tensorflow, weights, 'conv32_down');
  const blocks = blockNames.map((name) => ({
    one: convolutionOf(tensorflow, weights, `${name}/conv1`),
    two: convolutionOf(tensorflow, weights, `${name}/conv2`),
  }));
  const last = tensorflow.clone(weightOf<Tensor2D>(weights, 'fc'));
  const mean = tensorflow.tensor1d(meanColour);
  tensorflow.dispose(weights);

  const convolve = (
    x: Tensor4D,
    { filter, bias }: Convolution,
    strides: 1 | 2,
    activation: 'relu' | 'linear',
  ) =>
    tensorflow.fused.conv2d({ x, filter, bias, strides, pad: strides === 2 ? 'valid' : 'same', activation });

  /** Adds what two convolutions make of a picture to the picture itself, halved where they halve it. */
  const runBlock = (x: Tensor4D, index: number): Tensor4D => {
    const { one, two } = blocks[index]!;
    const isDown = blockNames[index]!.includes('down');
    const made = convolve(convolve(x, one, isDown ? 2 : 1, 'relu'), two, 1, 'linear');
    if (!isDown) return tensorflow.relu(tensorflow.add(made, x));
    const halved = tensorflow.avgPool(x, 2, 2, 'valid');
    const [, height, width, channels] = halved.shape;
    const grown = tensorflow.pad(made, [
      [0, 0],
      [0, height - made.shape[1]],
      [0, width - made.shape[2]],
      [0, 0],
    ]);
    const widened = tensorflow.pad(halved, [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, made.shape[3] - channels],
    ]);
    return tensorflow.relu(tensorflow.add(grown, widened));
  };

  return (image, mesh) => {
    const numbers = tensorflow.tidy(() => {
      const picture = tensorflow.div<Tensor4D>(
        tensorflow.sub(tensorOf(tensorflow, cutFaceChip(image, mesh)), mean),
        255,
      );
      const begun = tensorflow.maxPool(convolve(picture, first, 2, 'relu'), 3, 2, 'valid');
      const seen = blocks.reduce((x: Tensor4D, _, index) => runBlock(x, index), begun);
      return tensorflow.matMul(tensorflow.mean<Tensor2D>(seen, [1, 2]), last);
    });
    const descriptor = Array.from(numbers.dataSync());
    numbers.dispose();
    return unitOf(descriptor);
  };
}

/** The weights by name. They are kept as bytes with a scale, which TensorFlow undoes. */
async function readWeights(tensorflow: Tensorflow): Promise<NamedTensorMap> {
  const folder = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model');
  const manifest = JSON.parse(
    await readFile(join(folder, 'face_recognition_model-weights_manifest.json'), 'utf8'),
  ) as { weights: io.WeightsManifestEntry[]; paths: string[] }[];
  const files = manifest.flatMap(({ paths }) => paths).map((name) => readFile(join(folder, name)));
  const bytes = new Uint8Array(Buffer.concat(await Promise.all(files)));
  return tensorflow.io.decodeWeights(
    bytes.buffer,
    manifest.flatMap(({ weights }) => weights),
  );
}

/** A convolution with the scale and shift that follow it worked into its own numbers. */
function convolutionOf(tensorflow: Tensorflow, weights: NamedTensorMap, name: string): Convolution {
  const scale = weightOf<Tensor1D>(weights, `${name}/scale/weights`);
  const shift = weightOf<Tensor1D>(weights, `${name}/scale/biases`);
  const bias = weightOf<Tensor1D>(weights, `${name}/conv/bias`);
  return {
    filter: tensorflow.mul(weightOf<Tensor4D>(weights, `${name}/conv/filters`), scale),
    bias: tensorflow.tidy(() => tensorflow.add(tensorflow.mul(bias, scale), shift)),
  };
}

function weightOf<T extends Tensor>(weights: NamedTensorMap, name: string): T {
  const weight = weights[name];
  if (!weight) throw new Error(`The face descriptor has no weights named ${name}.`);
  return weight as T;
}

/** @returns a batch of one, without the chip's transparency. */
function tensorOf(tensorflow: Tensorflow, { data }: RgbaImage): Tensor4D {
  const colours = new Float32Array(chipPx * chipPx * 3);
  for (let at = 0; at < colours.length; at++) colours[at] = data[4 * Math.floor(at / 3) + (at % 3)]!;
  return tensorflow.tensor4d(colours, [1, chipPx, chipPx, 3]);
}

function unitOf(numbers: readonly number[]): number[] {
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}
