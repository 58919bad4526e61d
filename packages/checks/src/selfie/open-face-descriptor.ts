import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { io, NamedTensorMap, Tensor, Tensor1D, Tensor2D, Tensor4D } from '@tensorflow/tfjs-core';
import type { Point, RgbaImage } from '@vendor/vision';
import { chipPx, cutFaceChip } from './face-chip.ts';

const require = createRequire(import.meta.url);

/** The part of TensorFlow's core used here. */
export type Tensorflow = typeof import('@tensorflow/tfjs-core');

/** Computes the descriptor of a face, aligned by its mesh: a unit vector of 128 numbers. */
export type DescribeFace = (image: RgbaImage, mesh: readonly Point[]) => readonly number[];

/** Mean colour of the network's training images: red, green, blue. */
const meanColour = [122.782, 117.001, 104.298];

/** Residual blocks of the network, in order; those with `down` in their name halve the resolution. */
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
 * Opens dlib's face recognition network (a ResNet of 29 layers) with the weights in the installed package
 * `@vladmandic/face-api`. Only the weights are used, because the library brings its own detector and TensorFlow.
 *
 * @param tensorflow - runs the network on its current backend, and holds the weights.
 */
export async function openFaceDescriptor(tensorflow: Tensorflow): Promise<DescribeFace> {
  const weights = await readWeights(tensorflow);
  const first = foldConvolution(tensorflow, weights, 'conv32_down');
  const blocks = blockNames.map((name) => ({
    one: foldConvolution(tensorflow, weights, `${name}/conv1`),
    two: foldConvolution(tensorflow, weights, `${name}/conv2`),
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

  /** Adds the output of two convolutions to their input (a residual block), downsampling the input if they do. */
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
        tensorflow.sub(toTensor(tensorflow, cutFaceChip(image, mesh)), mean),
        255,
      );
      const begun = tensorflow.maxPool(convolve(picture, first, 2, 'relu'), 3, 2, 'valid');
      const features = blocks.reduce((x: Tensor4D, _, index) => runBlock(x, index), begun);
      return tensorflow.matMul(tensorflow.mean<Tensor2D>(features, [1, 2]), last);
    });
    const descriptor = Array.from(numbers.dataSync());
    numbers.dispose();
    return toUnitVector(descriptor);
  };
}

/** Reads the weights by name. They are quantized to bytes; TensorFlow restores them with their scale. */
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

/** Folds the scale and shift after a convolution into its weights and bias. */
function foldConvolution(tensorflow: Tensorflow, weights: NamedTensorMap, name: string): Convolution {
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

/** @returns a batch of one image, without alpha. */
function toTensor(tensorflow: Tensorflow, { data }: RgbaImage): Tensor4D {
  const colours = new Float32Array(chipPx * chipPx * 3);
  for (let at = 0; at < colours.length; at++) colours[at] = data[4 * Math.floor(at / 3) + (at % 3)]!;
  return tensorflow.tensor4d(colours, [1, chipPx, chipPx, 3]);
}

function toUnitVector(numbers: readonly number[]): number[] {
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}
