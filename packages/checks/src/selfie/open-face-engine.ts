import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RgbaImage } from '@vendor/vision';
import type { FaceResult, Human } from '@vladmandic/human';
import type { Face, FaceEngine } from './face.ts';
import { type DescribeFace, openFaceDescriptor, type Tensorflow } from './open-face-descriptor.ts';

const require = createRequire(import.meta.url);

let opened: Promise<FaceEngine> | undefined;

/**
 * Opens the face engine of this thread, loaded on first use: detector and mesh of `@vladmandic/human` and the descriptor of
 * `@vladmandic/face-api`, on one WebAssembly backend. Everything is read from the installed packages, without network access.
 *
 * The engine keeps its memory until its thread ends.
 */
export function openFaceEngine(): Promise<FaceEngine> {
  opened ??= createFaceEngine().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function createFaceEngine(): Promise<FaceEngine> {
  const libraryFolder = dirname(require.resolve('@vladmandic/human'));
  const fromLibrary = createRequire(join(libraryFolder, 'human.node-wasm.js'));
  // Must be the library's own TensorFlow, because backends are registered per instance.
  const tensorflow = fromLibrary('@tensorflow/tfjs-core') as Tensorflow;
  readModelsFromDisk(tensorflow);
  // The package exports no entry for WebAssembly on Node, but contains the file.
  const { Human: Engine } = fromLibrary('./human.node-wasm.js') as { Human: typeof Human };
  const engine = new Engine({
    backend: 'wasm',
    wasmPath: `${dirname(fromLibrary.resolve('@tensorflow/tfjs-backend-wasm'))}/`,
    modelBasePath: pathToFileURL(join(libraryFolder, '../models/')).href,
    async: false,
    cacheModels: false,
    cacheSensitivity: 0,
    debug: false,
    warmup: 'none',
    filter: { enabled: false },
    gesture: { enabled: false },
    body: { enabled: false },
    hand: { enabled: false },
    object: { enabled: false },
    segmentation: { enabled: false },
    face: {
      enabled: true,
      // Disables caching between frames: consecutive pictures are unrelated.
      detector: { rotation: true, maxDetected: 5, minConfidence: 0.3, skipFrames: 0, skipTime: 0 },
      mesh: { enabled: true },
      description: { enabled: false },
      iris: { enabled: false },
      emotion: { enabled: false },
      antispoof: { enabled: false },
      liveness: { enabled: false },
    },
  });
  await engine.init();
  await engine.load();
  if (tensorflow.getBackend() !== 'wasm') throw new Error('The face engine has no WebAssembly.');
  const describe = await openFaceDescriptor(tensorflow);
  return {
    async facesOf(image) {
      const tensor = toTensor(tensorflow, image);
      try {
        // The types refer to TensorFlow's Node package, which is not installed.
        const result = await engine.detect(tensor as never);
        if (result.error) throw new Error(`The face engine failed: ${result.error}`);
        return result.face
          .map((found) => toFace(found, image, describe))
          .filter((face) => face !== null)
          .sort((one, other) => other.box.sidePx - one.box.sidePx);
      } finally {
        tensorflow.dispose(tensor);
      }
    },
  };
}

/** Registers a loader for models on disk; the library would use `fetch`, which does not read files on Node. */
function readModelsFromDisk(tensorflow: Tensorflow): void {
  tensorflow.io.registerLoadRouter((address) => {
    if (typeof address !== 'string' || !address.startsWith('file:')) return null as never;
    return { load: () => readModel(fileURLToPath(address)) };
  });
}

/** Reads a model in TensorFlow.js format: a description, and its weights in files beside it. */
async function readModel(path: string) {
  const { modelTopology, weightsManifest, format, generatedBy, convertedBy, signature, userDefinedMetadata } =
    JSON.parse(await readFile(path, 'utf8'));
  const groups = weightsManifest as { weights: object[]; paths: string[] }[];
  const files = groups.flatMap(({ paths }) => paths).map((name) => readFile(join(dirname(path), name)));
  const bytes = new Uint8Array(Buffer.concat(await Promise.all(files)));
  return {
    modelTopology,
    format,
    generatedBy,
    convertedBy,
    signature,
    userDefinedMetadata,
    weightSpecs: groups.flatMap(({ weights }) => weights) as never,
    weightData: bytes.buffer,
  };
}

/** @returns a batch of one image, without alpha. The caller disposes it. */
function toTensor(tensorflow: Tensorflow, { data, width, height }: RgbaImage) {
  // Pads to a square, because the models would squeeze a wide picture into one and distort a turned head.
  const side = Math.max(width, height);
  const colours = new Int32Array(side * side * 3);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [to, from] = [3 * (row * side + column), 4 * (row * width + column)];
      for (let channel = 0; channel < 3; channel++) colours[to + channel] = data[from + channel]!;
    }
  }
  return tensorflow.tensor4d(colours, [1, side, side, 3], 'int32');
}

/** Converts a detection to a face; null without a mesh, as for a false detection. */
function toFace(
  { mesh, rotation, score }: FaceResult,
  image: RgbaImage,
  describe: DescribeFace,
): Face | null {
  if (mesh.length < 468 || !rotation) return null;
  const places = mesh.slice(0, 468).map(([x, y]) => ({ x, y }));
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    box: { left, top, sidePx: Math.max(Math.max(...xs) - left, Math.max(...ys) - top) },
    score,
    yawLeft: -rotation.angle.yaw,
    mesh: places,
    descriptor: describe(image, places),
  };
}
