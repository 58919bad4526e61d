import {
  createSeededRandom,
  type DocumentPage,
  encodeJpeg,
  renderPassport,
  renderScene,
  utopianPassport,
} from '@vendor/specimens';
import { beforeAll, expect, it } from 'vitest';
import { checkDocument } from '../src/document/check-document.ts';

const now = Date.parse('2031-03-01T10:00:00Z');
const scenes = 8;
let page: DocumentPage;
beforeAll(async () => {
  page = await renderPassport(utopianPassport(new Date(now)), { widthPx: 1200 });
});

/** Returns the page with a share of its colour: 1 all of it, 0 a black-and-white copy. */
function withColour(share: number): DocumentPage {
  const data = Uint8Array.from(page.picture.data);
  for (let byte = 0; byte < data.length; byte += 4) {
    const grey = 0.299 * data[byte]! + 0.587 * data[byte + 1]! + 0.114 * data[byte + 2]!;
    for (const channel of [0, 1, 2]) data[byte + channel] = grey + share * (data[byte + channel]! - grey);
  }
  return { ...page, picture: { ...page.picture, data } };
}

/** Photographs a page from many sides, under warm or cool light that is uneven. */
async function photograph(shown: DocumentPage, seed: number): Promise<Uint8Array> {
  const random = createSeededRandom(seed);
  const between = (least: number, most: number) => least + (most - least) * random.next();
  const { picture } = await renderScene({
    page: shown,
    size: { width: 1280, height: 720 },
    table: seed % 2 === 0 ? 'oak' : 'walnut',
    exposure: between(0.75, 1),
    noise: between(1, 4),
    seed,
    pose: { pxPerMm: 6, tiltDeg: between(-6, 6), yawDeg: between(-6, 6), rollDeg: between(-8, 8) },
  });
  const { data, width, height } = picture;
  const [red, blue] = [between(0.9, 1.05), between(0.8, 1.05)];
  const [redDrift, blueDrift] = [between(-0.04, 0.04), between(-0.06, 0.06)];
  for (let y = 0, byte = 0; y < height; y++)
    for (let x = 0; x < width; x++, byte += 4) {
      data[byte] = Math.min(255, data[byte]! * (red + redDrift * (x / width)));
      data[byte + 2] = Math.min(255, data[byte + 2]! * (blue + blueDrift * (x / width)));
    }
  return encodeJpeg(picture);
}

/** Counts the pages taken for copies, and the reasons why others were not judged. */
async function copiesAmong(share: number) {
  const shown = withColour(share);
  const reasons: string[] = [];
  let copies = 0;
  for (let seed = 1; seed <= scenes; seed++) {
    const evaluation = await checkDocument({
      documentType: 'PASSPORT',
      front: await photograph(shown, seed),
      back: null,
      expected: { fullName: null, dateOfBirth: null },
      minimumAge: null,
      now,
      acceptsSpecimens: true,
    });
    if (evaluation.kind === 'retry') {
      reasons.push(...evaluation.reasons);
      continue;
    }
    const { photocopyCheckResult } = evaluation.outcomes;
    expect(['NOT_PERFORMED', 'REVIEW']).toContain(photocopyCheckResult);
    if (photocopyCheckResult === 'REVIEW') copies += 1;
  }
  return { reasons, copies };
}

it('sends black-and-white copies to REVIEW, and never passes them', { tags: ['DRUN-59'] }, async () => {
  const { reasons, copies } = await copiesAmong(0);
  expect(reasons).toEqual([]);
  expect(copies).toBeGreaterThanOrEqual(0.6 * scenes);
});

it.each([1, 0.3])('does not take pages with a share of %d of their colour for copies', async (share) => {
  expect(await copiesAmong(share)).toEqual({ reasons: [], copies: 0 });
});
