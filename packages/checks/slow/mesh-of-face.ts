import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FaceMesh, Picture } from '@vendor/specimens';
import type { Human } from '@vladmandic/human';
import { openFaceEngine } from '../src/selfie/open-face-engine.ts';

const fromHere = createRequire(import.meta.url);
const libraryFolder = dirname(fromHere.resolve('@vladmandic/human'));
const fromLibrary = createRequire(join(libraryFolder, 'human.node-wasm.js'));

/** Contour of the face, by indices in MediaPipe's mesh. */
const outline = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];

/** Depth of a face from its ears to the tip of its nose, in face widths. */
const DEPTH_SHARE = 0.75;

let opened: Promise<Human> | undefined;

/** Returns the mesh of the largest face in a picture, including depths, which the checks' engine drops; null without a face. */
export async function meshOfFace(picture: Picture): Promise<FaceMesh | null> {
  opened ??= openLibrary();
  const library = await opened;
  const { data, width, height } = picture;
  const colours = new Int32Array(width * height * 3).map((_, at) => data[4 * Math.floor(at / 3) + (at % 3)]!);
  const tensorflow = fromLibrary('@tensorflow/tfjs-core') as typeof import('@tensorflow/tfjs-core');
  const tensor = tensorflow.tensor4d(colours, [1, height, width, 3], 'int32');
  const { face } = await library.detect(tensor as never);
  tensorflow.dispose(tensor);
  const mesh = face[0]?.mesh.slice(0, 468);
  if (!mesh || mesh.length < 468) return null;
  const spread = (axis: 0 | 2) =>
    Math.max(...mesh.map((place) => place[axis] ?? 0)) - Math.min(...mesh.map((place) => place[axis] ?? 0));
  const scale = (DEPTH_SHARE * spread(0)) / spread(2);
  return {
    places: mesh.map(([x, y, z = 0]) => ({ x, y, z: z * scale })),
    triangles: library.faceTriangulation.filter((_, at) => {
      const first = at - (at % 3);
      return [0, 1, 2].every((corner) => library.faceTriangulation[first + corner]! < 468);
    }),
    outline,
  };
}

async function openLibrary(): Promise<Human> {
  // Registers the loader for models on disk with the library's TensorFlow.
  await openFaceEngine();
  const { Human: Library } = fromLibrary('./human.node-wasm.js') as { Human: typeof Human };
  const library = new Library({
    backend: 'wasm',
    modelBasePath: pathToFileURL(join(libraryFolder, '../models/')).href,
    cacheModels: false,
    cacheSensitivity: 0,
    debug: false,
    warmup: 'none',
    filter: { enabled: false },
    gesture: { enabled: false },
    body: { enabled: false },
    hand: { enabled: false },
    object: { enabled: false },
    face: {
      detector: { rotation: true, maxDetected: 1, minConfidence: 0.3, skipFrames: 0, skipTime: 0 },
      mesh: { enabled: true },
      description: { enabled: false },
      iris: { enabled: false },
      emotion: { enabled: false },
    },
  });
  await library.init();
  await library.load();
  return library;
}
