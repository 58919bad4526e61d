import { encodeJpeg, encodePng } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { checkSelfie } from './check-selfie.ts';
import type { Face, FaceEngine } from './face.ts';
import type { SelfieTask } from './selfie-task.ts';

/** Draws a wall of tiles with perfectly sharp edges; another shade gives another file. */
function wall(shade: number, width = 320, height = 320) {
  const data = new Uint8Array(4 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const isDark = ((pixel % width) + (Math.floor(pixel / width) & 32)) & 32;
    data.fill(isDark ? 60 : 160, 4 * pixel, 4 * pixel + 4);
    data[4 * pixel] = 100 + shade;
  }
  return { data, width, height };
}

const face = (members: Partial<Face> = {}): Face => ({
  box: { left: 60, top: 60, sidePx: 200 },
  score: 1,
  yawLeft: 0,
  mesh: Array.from({ length: 468 }, (_, index) => ({
    x: 60 + (index % 22) * 9,
    y: 60 + Math.floor(index / 22) * 9,
  })),
  descriptor: [1, 2, 3],
  ...members,
});

/** Creates an engine that returns the given faces, picture by picture. */
function engineOf(...finds: readonly (readonly Face[])[]) {
  const looked: { width: number; height: number }[] = [];
  const left = [...finds];
  const engine: FaceEngine = {
    async facesOf({ width, height }) {
      looked.push({ width, height });
      return [...(left.shift() ?? [])];
    },
  };
  return { looked, open: async () => engine };
}

const frames = async (count: number, change = async (file: Uint8Array, _index: number) => file) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      pose: index === 0 ? ('straight' as const) : ('left' as const),
      file: await change(await encodeJpeg(wall(20 * index)), index),
      receivedAt: 3_000 * index,
    })),
  );
const task = async (changes: Partial<SelfieTask> = {}): Promise<SelfieTask> => ({
  frames: await frames(2),
  reference: null,
  acceptsCopies: false,
  ...changes,
});

describe('checkSelfie', () => {
  it('does not open the engine if two files are identical, which no camera produces', async () => {
    const [first] = await frames(1);
    const neverOpened = () => Promise.reject(new Error('opened'));
    expect(
      await checkSelfie(await task({ frames: [first!, { ...first!, pose: 'left' }] }), neverOpened),
    ).toEqual({
      kind: 'retry',
      reasons: ['SELFIE_STILL'],
    });
  });

  it('asks for a retry if a file is not a picture, or is too small', async () => {
    const { open } = engineOf([face()], [face()]);
    const garbage = await frames(2, async (file, index) => (index === 1 ? Buffer.from('no picture') : file));
    expect(await checkSelfie(await task({ frames: garbage }), open)).toEqual({
      kind: 'retry',
      reasons: ['IMAGE_UNREADABLE'],
    });
    const small = await frames(2, async (file, index) => (index === 1 ? encodePng(wall(9, 400, 299)) : file));
    expect(await checkSelfie(await task({ frames: small }), open)).toEqual({
      kind: 'retry',
      reasons: ['IMAGE_TOO_SMALL'],
    });
  });

  it('reports two empty files as unreadable, not as identical', async () => {
    const empty = await frames(3, async (file, index) => (index > 0 ? new Uint8Array() : file));
    const { open } = engineOf([face()]);
    expect(await checkSelfie(await task({ frames: empty }), open)).toEqual({
      kind: 'retry',
      reasons: ['IMAGE_UNREADABLE'],
    });
  });

  it('scales large pictures down to a size that is sufficient for faces', async () => {
    const { looked, open } = engineOf([], []);
    const large = await frames(1, async () => encodeJpeg(wall(5, 2000, 1000)));
    expect(await checkSelfie(await task({ frames: large }), open)).toMatchObject({
      reasons: ['FACE_NOT_FOUND'],
    });
    expect(looked).toEqual([{ width: 1280, height: 640 }]);
  });

  it('ignores small faces in the background', async () => {
    const behind = face({ box: { left: 0, top: 0, sidePx: 70 } });
    const beside = face({ box: { left: 0, top: 0, sidePx: 90 } });
    // Both selfies otherwise show only a still face.
    const alone = await checkSelfie(await task(), engineOf([face(), behind], [face(), behind]).open);
    expect(alone).toEqual({ kind: 'retry', reasons: ['SELFIE_STILL'] });
    const together = await checkSelfie(await task(), engineOf([face(), beside], [face()]).open);
    expect(together).toEqual({ kind: 'retry', reasons: ['FACES_MANY'] });
  });

  it('rejects if its engine fails, so that the check is retried', async () => {
    const broken: FaceEngine = { facesOf: () => Promise.reject(new Error('no WebAssembly')) };
    await expect(checkSelfie(await task(), async () => broken)).rejects.toThrow('no WebAssembly');
  });
});
