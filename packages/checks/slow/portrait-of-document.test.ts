import { encodeJpeg, renderIdentityCardFront, renderScene, utopianCard } from '@vendor/specimens';
import { expect, it } from 'vitest';
import type { Face, FaceEngine } from '../src/selfie/face.ts';
import { findReferenceFace } from '../src/selfie/find-reference-face.ts';

const face = (sidePx: number): Face => ({
  box: { left: 0, top: 0, sidePx },
  score: 1,
  yawLeft: 0,
  mesh: [],
  descriptor: [sidePx],
});

/** Creates a face that extends beyond the left side of the picture. */
const cutFace = (sidePx: number): Face => ({ ...face(sidePx), mesh: [{ x: -1, y: 0 }] });

/** A card on a dark table, without an MRZ. */
const size = { width: 640, height: 480 };
const { picture, corners } = await renderScene({
  page: await renderIdentityCardFront(utopianCard(new Date('2031-03-01T10:00:00Z')), { widthPx: 800 }),
  size,
  pose: { pxPerMm: 5 },
  table: 'walnut',
});
const file = await encodeJpeg(picture);

/** Evaluates the card with an engine that finds the given faces, or faces of the given widths, call by call. */
async function findFaceWith(...finds: readonly (readonly (number | Face)[])[]) {
  const left = [...finds];
  const engine: FaceEngine = {
    facesOf: async () => (left.shift() ?? []).map((each) => (typeof each === 'number' ? face(each) : each)),
  };
  const view = await findReferenceFace(engine, { kind: 'document', file });
  return view.kind === 'found' ? view.face.box.sidePx : view.kind;
}

/** Results without faces for the page and its pieces in two orientations, so that no face shows which way is up. */
const noFaces = Array<number[]>(8).fill([]);

it('does not take a face cut by the page, or a piece of it, for the portrait of a document', async () => {
  expect(await findFaceWith(...noFaces, [cutFace(200)], [180], [], [])).toBe(180);
  expect(await findFaceWith(...noFaces, [cutFace(200), 90], [], [], [])).toBe(90);
  expect(await findFaceWith(...noFaces, [], [], [], [cutFace(200)])).toBe('unusable');
});

it('returns the position of the portrait in the picture of the document', async () => {
  // Finds a face on the whole upright page, which is straightened to a width of 1280.
  const engine: FaceEngine = {
    facesOf: async ({ width }) =>
      width === 1280 ? [{ ...face(256), box: { left: 128, top: 160, sidePx: 256 } }] : [],
  };
  const view = await findReferenceFace(engine, { kind: 'document', file });
  const place = view.kind === 'found' ? view.place : undefined;
  const [from, , to] = corners!;
  const [wide, high] = [to.x - from.x, to.y - from.y];
  const pageHeight = (1280 * high) / wide;
  const expected = [
    [from.x + wide * 0.1, from.y + (high * 160) / pageHeight],
    [from.x + wide * 0.3, from.y + (high * 416) / pageHeight],
  ];
  for (const [index, [x = 0, y = 0]] of expected.entries()) {
    const [foundX = 0, foundY = 0] = place?.[2 * index] ?? [];
    expect(Math.hypot(foundX * size.width - x, foundY * size.height - y)).toBeLessThan(5);
  }
});
