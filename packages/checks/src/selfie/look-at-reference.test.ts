import { encodeJpeg } from '@vendor/specimens';
import { expect, it } from 'vitest';
import type { Face, FaceEngine } from './face.ts';
import { lookAtReference } from './look-at-reference.ts';

const face = (sidePx: number): Face => ({
  box: { left: 0, top: 0, sidePx },
  score: 1,
  yawLeft: 0,
  mesh: [],
  descriptor: [sidePx],
});

/** What is found with so wide faces in the first picture that is looked at, the second, and so on. */
async function look(kind: 'document' | 'portrait', ...finds: readonly (readonly number[])[]) {
  const left = [...finds];
  const engine: FaceEngine = { facesOf: async () => (left.shift() ?? []).map(face) };
  const file = await encodeJpeg({ data: new Uint8Array(4 * 320 * 200).fill(120), width: 320, height: 200 });
  const view = await lookAtReference(engine, { kind, file });
  return view.kind === 'found' ? view.face.box.sidePx : view.kind;
}

it('there is none where none was asked for', async () => {
  const engine: FaceEngine = { facesOf: () => Promise.reject(new Error('asked')) };
  expect(await lookAtReference(engine, null)).toEqual({ kind: 'missing' });
});

it('a file that is no picture is of no use', async () => {
  const engine: FaceEngine = { facesOf: () => Promise.reject(new Error('asked')) };
  const reference = { kind: 'portrait', file: Buffer.from('no picture') } as const;
  expect(await lookAtReference(engine, reference)).toEqual({ kind: 'unusable' });
});

it('a portrait shows one face that is large enough, or is of no use', async () => {
  expect(await look('portrait', [200])).toBe(200);
  expect(await look('portrait', [200, 90])).toBe(200);
  expect(await look('portrait', [200, 110])).toBe('unusable');
  expect(await look('portrait', [50])).toBe('unusable');
  expect(await look('portrait', [])).toBe('unusable');
});

it('the portrait of a document is the largest face on any part of its page', async () => {
  expect(await look('document', [], [], [90], [])).toBe(90);
  expect(await look('document', [80], [], [200, 80], [])).toBe(200);
  expect(await look('document', [], [], [], [])).toBe('unusable');
});
