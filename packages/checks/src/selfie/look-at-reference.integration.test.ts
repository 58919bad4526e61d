import { encodeJpeg, renderIdentityCardFront, renderScene, utopianCard } from '@vendor/specimens';
import type { RgbaImage } from '@vendor/vision';
import { describe, expect, it } from 'vitest';
import type { Face, FaceEngine } from './face.ts';
import { lookAtReference } from './look-at-reference.ts';

const face = (sidePx: number): Face => ({
  box: { left: 0, top: 0, sidePx },
  score: 1,
  yawLeft: 0,
  mesh: [],
  descriptor: [sidePx],
});

const plain = (width: number, height: number) =>
  encodeJpeg({ data: new Uint8Array(4 * width * height).fill(120), width, height });

/** A card on a dark table, without lines. */
async function card() {
  const { picture } = await renderScene({
    page: await renderIdentityCardFront(utopianCard(new Date('2031-03-01T10:00:00Z')), { widthPx: 800 }),
    size: { width: 640, height: 480 },
    pose: { pxPerMm: 5 },
    table: 'walnut',
  });
  return encodeJpeg(picture);
}

/**
 * Looks at a reference in which the engine finds such faces, or faces so wide, at the first look, the second, and so
 * on.
 */
async function look(
  kind: 'document' | 'portrait',
  file: Promise<Uint8Array>,
  ...finds: readonly (readonly (number | Face)[])[]
) {
  const left = [...finds];
  const engine: FaceEngine = {
    facesOf: async () => (left.shift() ?? []).map((each) => (typeof each === 'number' ? face(each) : each)),
  };
  const view = await lookAtReference(engine, { kind, file: await file });
  return view.kind === 'found' ? view.face.box.sidePx : view.kind;
}

it('returns no reference if none was requested', async () => {
  const engine: FaceEngine = { facesOf: () => Promise.reject(new Error('asked')) };
  expect(await lookAtReference(engine, null)).toEqual({ kind: 'missing' });
});

it('a file that is no picture is of no use', async () => {
  const engine: FaceEngine = { facesOf: () => Promise.reject(new Error('asked')) };
  const reference = { kind: 'portrait', file: Buffer.from('no picture') } as const;
  expect(await lookAtReference(engine, reference)).toEqual({ kind: 'unusable' });
});

it('a portrait shows one face that is large enough, or is of no use', async () => {
  expect(await look('portrait', plain(640, 400), [200])).toBe(200);
  expect(await look('portrait', plain(640, 400), [200, 90])).toBe(200);
  expect(await look('portrait', plain(640, 400), [200, 110])).toBe('unusable');
  expect(await look('portrait', plain(320, 200), [50])).toBe('unusable');
  expect(await look('portrait', plain(320, 200), [])).toBe('unusable');
});

describe('a portrait that is cropped to the face', () => {
  it.each([
    ['sees none', [], [190], 190],
    ['sees one that fills it', [170], [190], 190],
    ['sees one that fills it, and none with the margin', [170], [], 170],
    ['takes parts of it for two', [100, 90], [190], 190],
    ['sees two with the margin', [], [190, 180], 'unusable'],
  ])('looks again with a margin when the engine %s', async (_, first, second, found) => {
    expect(await look('portrait', plain(320, 200), first, second)).toBe(found);
  });

  it('lies in the middle of its margin', async () => {
    const looked: RgbaImage[] = [];
    const engine: FaceEngine = {
      facesOf: async (image) => {
        looked.push(image);
        return [];
      },
    };
    await lookAtReference(engine, { kind: 'portrait', file: await plain(200, 100) });
    const [cropped, margined] = looked;
    expect(margined).toMatchObject({ width: 320, height: 220 });
    const redAt = (x: number, y: number) => margined!.data[4 * (320 * y + x)];
    expect([redAt(59, 110), redAt(260, 110), redAt(160, 59), redAt(160, 160)]).toEqual([128, 128, 128, 128]);
    expect(redAt(60, 60)).toBe(cropped!.data[0]);
    expect(redAt(259, 159)).toBe(cropped!.data[4 * (200 * 100 - 1)]);
  });
});

/** Two looks at all of the page and its parts that see nothing: which way up it lies is not told by a face. */
const noFaceToTurnBy = Array<number[]>(8).fill([]);

// Cut faces, and where a portrait stands: ../../slow/portrait-of-document.test.ts.
it('the portrait of a document is the largest face on any part of its page', async () => {
  const page = card();
  expect(await look('document', page, ...noFaceToTurnBy, [], [], [90], [])).toBe(90);
  expect(await look('document', page, ...noFaceToTurnBy, [80], [], [200, 80], [])).toBe(200);
  expect(await look('document', page, ...noFaceToTurnBy, [], [], [], [])).toBe('unusable');
});

it('returns no portrait for a face in a picture without a page', async () => {
  const engine: FaceEngine = { facesOf: () => Promise.reject(new Error('asked')) };
  const reference = { kind: 'document', file: await plain(640, 480) } as const;
  expect(await lookAtReference(engine, reference)).toEqual({ kind: 'unusable' });
});
