import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const moduleName = 'virtual:face-model';

/**
 * Provides `virtual:face-model`: the face detector's weights as base64 text, so that they are an ordinary chunk. They work with
 * every bundler, are served from the page's own copy of the SDK, and are never fetched from elsewhere.
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
 * Packs the weights of BlazeFace as shipped by `@vladmandic/human` into a quarter of their size. Layers are in the order of
 * use. Each has a scale and a bias (float32, little endian) for each output channel, then the weights in units of that scale
 * (int8), grouped by channel.
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

/** Layers after the body, in order of use: outputs of the finer grid, one step down, outputs of the coarser grid. */
const heads = ['conv2d_33/', 'conv2d_35/', 'depthwise_conv2d_31/', 're_lu_31/', 'conv2d_34/', 'conv2d_36/'];

/** Sorts layers of the body, which are not in `heads`, first, in their own order. */
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
  // A depthwise kernel has a channel for each input channel, TensorFlow's third dimension.
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
