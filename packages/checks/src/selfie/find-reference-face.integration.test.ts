import { encodeJpeg, renderIdentityCardFront, renderScene, utopianCard } from '@vendor/specimens';
import type { RgbaImage } from '@vendor/vision';
import { describe, expect, it } from 'vitest';
import type { Face, FaceEngine } from './face.ts';
import { findReferenceFace } from './find-reference-face.ts';

const face = (sidePx: number): Face => ({
  box: { left: 0, top: 0, sidePx },
  score: 1,
  yawLeft: 0,
  mesh: [],
  descriptor: [sidePx],
});

const plain = (width: number, height: number) =>
  encodeJpeg({ data: new Uint8Array(4 * width * height).fill(120), width, height });

/** Draws a card on a dark table, without an MRZ. */
async function card() {
  const { picture } = await renderScene({
    page: await renderIdentityCardFront(utopianCard(new Date('2031-03-01T10:00:00Z')), { widthPx: 800 }),
    size: { width: 640, height: 480 },
    pose: { pxPerMm: 5 },
    table: 'walnut',
  });
  return encodeJpeg(picture);
}

/** Evaluates a reference with an engine that finds the given faces, or faces of the given widths, call by call. */
async function findFaceWith(
  kind: 'document' | 'portrait',
  file: Promise<Uint8Array>,
  ...finds: readonly (readonly (number | Face)[])[]
) {
  const left = [...finds];
  const engine: FaceEngine = {
    facesOf: async () => (left.shift() ?? []).map((each) => (typeof each === 'number' ? face(each) : each)),
  };
  const view = await findReferenceFace(engine, { kind, file: await file });
  return view.kind === 'found' ? view.face.box.sidePx : view.kind;
}

it('returns no reference if none was requested', async () => {
  const engine: FaceEngine = { facesOf: () => Promise.reject(new Error('asked')) };
  expect(await findReferenceFace(engine, null)).toEqual({ kind: 'missing' });
});

it('rejects a file that is not a picture', async () => {
  const engine: FaceEngine = { facesOf: () => Promise.reject(new Error('asked')) };
  const reference = { kind: 'portrait', file: Buffer.from('no picture') } as const;
  expect(await findReferenceFace(engine, reference)).toEqual({ kind: 'unusable' });
});

it('accepts a portrait with a single face that is large enough', async () => {
  expect(await findFaceWith('portrait', plain(640, 400), [200])).toBe(200);
  expect(await findFaceWith('portrait', plain(640, 400), [200, 90])).toBe(200);
  expect(await findFaceWith('portrait', plain(640, 400), [200, 110])).toBe('unusable');
  expect(await findFaceWith('portrait', plain(320, 200), [50])).toBe('unusable');
  expect(await findFaceWith('portrait', plain(320, 200), [])).toBe('unusable');
});

describe('portrait cropped to the face', () => {
  it.each([
    ['finds no face', [], [190], 190],
    ['finds a face that fills the portrait', [170], [190], 190],
    ['finds a face that fills the portrait, and none with the margin', [170], [], 170],
    ['finds two faces in parts of one', [100, 90], [190], 190],
    ['finds two faces with the margin', [], [190, 180], 'unusable'],
  ])('detects again with a margin if the engine %s', async (_, first, second, found) => {
    expect(await findFaceWith('portrait', plain(320, 200), first, second)).toBe(found);
  });

  it('centres the portrait in its margin', async () => {
    const looked: RgbaImage[] = [];
    const engine: FaceEngine = {
      facesOf: async (image) => {
        looked.push(image);
        return [];
      },
    };
    await findReferenceFace(engine, { kind: 'portrait', file: await plain(200, 100) });
    const [cropped, margined] = looked;
    expect(margined).toMatchObject({ width: 320, height: 220 });
    const redAt = (x: number, y: number) => margined!.data[4 * (320 * y + x)];
    expect([redAt(59, 110), redAt(260, 110), redAt(160, 59), redAt(160, 160)]).toEqual([128, 128, 128, 128]);
    expect(redAt(60, 60)).toBe(cropped!.data[0]);
    expect(redAt(259, 159)).toBe(cropped!.data[4 * (200 * 100 - 1)]);
  });
});

/** Results without faces for the page and its pieces in two orientations, so that no face shows which way is up. */
const noFaces = Array<number[]>(8).fill([]);

// Cut faces and the position of a portrait are tested in ../../slow/portrait-of-document.test.ts.
it("takes the largest face on any part of a document's page as its portrait", async () => {
  const page = card();
  expect(await findFaceWith('document', page, ...noFaces, [], [], [90], [])).toBe(90);
  expect(await findFaceWith('document', page, ...noFaces, [80], [], [200, 80], [])).toBe(200);
  expect(await findFaceWith('document', page, ...noFaces, [], [], [], [])).toBe('unusable');
});

it('finds no portrait in a picture without a page', async () => {
  const engine: FaceEngine = { facesOf: () => Promise.reject(new Error('asked')) };
  const reference = { kind: 'document', file: await plain(640, 480) } as const;
  expect(await findReferenceFace(engine, reference)).toEqual({ kind: 'unusable' });
});
