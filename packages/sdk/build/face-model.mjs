import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const moduleName = 'virtual:face-model';

/**
 * Gives `virtual:face-model`: the face detector's weights as base64 text, so that they are a chunk like any other: with every
 * bundler, on the page's own way to the SDK, and never fetched from anywhere else.
 *
 * @returns {import('vite').Plugin}
 */
export function faceModel() {
  return {
    name: 'face-model',
    resolveId: (id) => (id === moduleName ? '\0face-model' : undefined),
    async load(id) {
      if (id !== '\0face-model') return undefined;
      return `export default ${JSON.stringify((await packFaceModel()).toString('base64'))};`;
    },
  };
}

/**
 * The weights of BlazeFace as `@vladmandic/human` ships them, a quarter of their size: of each layer, in the order in which they
 * are used, a scale and a bias (float32, little endian) for each channel that comes out, then the weights in steps of that
 * scale (int8): channel by channel, those of one channel together.
 *
 * @returns {Promise<Buffer>}
 */
export async function packFaceModel() {
  const require = createRequire(import.meta.url);
  const path = join(dirname(require.resolve('@vladmandic/human')), '../models/blazeface.json');
  const { modelTopology, weightsManifest } = JSON.parse(await readFile(path, 'utf8'));
  const bytes = await readFile(join(dirname(path), weightsManifest[0].paths[0]));
  const tensors = tensorsOf(weightsManifest[0].weights, bytes);
  const layers = modelTopology.node.filter(({ op }) => /Conv/.test(op)).sort(byUse);
  return Buffer.concat(layers.map(({ op, input }) => packLayer(op, input, tensors)));
}

/** The order in which the network is walked: body, what the finer grid says, one step down, what the coarser grid says. */
const heads = ['conv2d_33/', 'conv2d_35/', 'depthwise_conv2d_31/', 're_lu_31/', 'conv2d_34/', 'conv2d_36/'];

function byUse(one, other) {
  const place = ({ name }) => heads.findIndex((head) => name.includes(`/${head}`));
  return place(one) - place(other);
}

function tensorsOf(weights, bytes) {
  const tensors = new Map();
  let at = 0;
  for (const { name, shape, dtype } of weights) {
    const size = shape.reduce((product, length) => product * length, 1);
    if (dtype === 'float32')
      tensors.set(name, {
        shape,
        values: Float32Array.from({ length: size }, (_, k) => bytes.readFloatLE(at + 4 * k)),
      });
    at += 4 * size;
  }
  return tensors;
}

function packLayer(op, [, weights, bias], tensors) {
  const { shape, values } = tensors.get(weights);
  const [rows, columns, inner, multiplier] = shape;
  // A depthwise kernel has a channel for each that comes in, TensorFlow's third dimension.
  const [from, to] = op.startsWith('Depthwise') ? [multiplier, inner] : [inner, multiplier];
  const perChannel = rows * columns * from;
  const head = Buffer.alloc(8 * to);
  const body = Buffer.alloc(perChannel * to);
  for (let channel = 0; channel < to; channel++) {
    const own = Array.from({ length: perChannel }, (_, k) => values[k * to + channel]);
    const scale = Math.max(...own.map(Math.abs)) / 127 || 1;
    head.writeFloatLE(scale, 4 * channel);
    head.writeFloatLE(bias ? tensors.get(bias).values[channel] : 0, 4 * (to + channel));
    for (const [k, value] of own.entries())
      body.writeInt8(Math.round(value / scale), channel * perChannel + k);
  }
  return Buffer.concat([head, body]);
}
