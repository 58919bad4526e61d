import {
  type DocumentPage,
  encodeJpeg,
  encodePng,
  renderPassport,
  renderScene,
  type Scene,
  type SceneOptions,
  utopianPassport,
  withWrongCheckDigit,
} from '@vendor/specimens';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkDocument } from '../src/document/check-document.ts';
import type { DocumentTask } from '../src/document/document-task.ts';

const now = Date.parse('2031-03-01T10:00:00Z');
const passport = utopianPassport(new Date(now));
let page: DocumentPage;
let blank: DocumentPage;
/** The page photographed at an angle, to be cut off on each of its four sides. */
let slanted: Scene;

beforeAll(async () => {
  page = await renderPassport(passport, { widthPx: 1000 });
  blank = await renderPassport(passport, { widthPx: 1000, mrz: [] });
  slanted = await renderScene({ page, pose: { tiltDeg: 6, yawDeg: -4, rollDeg: 2 }, table: 'walnut' });
});

/** Washes out about 1 % of the page, which is tolerated, or nearly 7 % of the MRZ band if it lies there. */
const reflection = { radiusMm: 6, strength: 1.2 };

async function photograph(options: SceneOptions): Promise<Uint8Array> {
  const { picture } = await renderScene({ size: { width: 1280, height: 720 }, table: 'walnut', ...options });
  return encodeJpeg(picture);
}

const sides = ['left', 'right', 'top', 'bottom'] as const;

/** Photographs a page with the nearest corner on one side this far inside the picture; outside if negative. */
async function photographedToBorder(name: (typeof sides)[number], insideMm: number): Promise<Uint8Array> {
  const { picture, corners, mrzPitchPx } = slanted;
  const marginPx = (insideMm * mrzPitchPx) / 2.54;
  const [xs, ys] = [corners!.map(({ x }) => x), corners!.map(({ y }) => y)];
  const left = name === 'left' ? Math.round(Math.min(...xs) - marginPx) : 0;
  const top = name === 'top' ? Math.round(Math.min(...ys) - marginPx) : 0;
  const right = name === 'right' ? Math.round(Math.max(...xs) + marginPx) : picture.width;
  const bottom = name === 'bottom' ? Math.round(Math.max(...ys) + marginPx) : picture.height;
  return sharp(await encodePng(picture))
    .extract({ left, top, width: right - left, height: bottom - top })
    .jpeg({ quality: 90 })
    .toBuffer();
}

function check(front: Uint8Array, changes: Partial<DocumentTask> = {}) {
  return checkDocument({
    documentType: 'PASSPORT',
    front,
    back: null,
    expected: { fullName: null, dateOfBirth: null },
    minimumAge: null,
    now,
    acceptsSpecimens: true,
    ...changes,
  });
}

describe('checkDocument', () => {
  it.each<[string, SceneOptions]>([
    ['seen from above', {}],
    ['seen at an angle', { pose: { tiltDeg: 14, yawDeg: -7, rollDeg: 6 } }],
    ['upside down and slightly blurred', { pose: { rollDeg: 176 }, blurPx: 1.3 }],
  ])('reads a passport %s', async (_, scene) => {
    expect(await check(await photograph({ page, ...scene }))).toMatchObject({
      outcomes: { imageQualityCheckResult: 'PASS', dataIntegrityCheckResult: 'PASS' },
      extracted: { documentNumber: 'L898902C3', birthDate: '1974-08-12', fullName: 'ANNA MARIA ERIKSSON' },
    });
  });

  it('reads a page without background from a transparent PNG with an EXIF rotation', async () => {
    const turned = await sharp(await encodePng(page.picture))
      .rotate(90)
      .png()
      .withMetadata({ orientation: 8 })
      .toBuffer();
    expect(await check(turned)).toMatchObject({ extracted: { documentNumber: 'L898902C3' } });
  });

  it.each<[string, () => SceneOptions, string]>([
    ['is blurred', () => ({ page, blurPx: 6 }), 'IMAGE_BLURRED'],
    [
      'has a reflection on the MRZ',
      () => ({ page, glares: [{ ...reflection, xMm: 20, yMm: 34 }] }),
      'IMAGE_GLARE',
    ],
    ['cuts the upper half off', () => ({ page, pose: { offset: { x: 0, y: -0.35 } } }), 'DOCUMENT_CUT_OFF'],
    ['shows no document', () => ({}), 'DOCUMENT_NOT_FOUND'],
    ['shows a page without an MRZ', () => ({ page: blank }), 'MRZ_NOT_FOUND'],
  ])('asks for another picture if this one %s', async (_, scene, reason) => {
    expect(await check(await photograph(scene()))).toEqual({ kind: 'retry', reasons: [reason] });
  });

  it.each(sides)(
    'asks for another picture if six millimetres of the %s side are outside',
    { tags: ['DRUN-48'] },
    async (name) => {
      expect(await check(await photographedToBorder(name, -6))).toEqual({
        kind: 'retry',
        reasons: ['DOCUMENT_CUT_OFF'],
      });
    },
  );

  it.each(sides.flatMap((name) => [0.5, -3].map((insideMm) => [name, insideMm] as const)))(
    'accepts a page whose %s side is %d mm inside',
    { tags: ['DRUN-48'] },
    async (name, insideMm) => {
      expect(await check(await photographedToBorder(name, insideMm))).toMatchObject({
        kind: 'evaluated',
        findings: [],
      });
    },
  );

  it('accepts a page with a reflection beside the MRZ', async () => {
    const glares = [{ ...reflection, xMm: -30, yMm: -10 }];
    expect(await check(await photograph({ page, glares }))).toMatchObject({
      outcomes: { imageQualityCheckResult: 'PASS', dataIntegrityCheckResult: 'PASS' },
      extracted: { documentNumber: 'L898902C3' },
    });
  });

  it('fails a passport printed with a wrong check digit', { tags: ['DRUN-54'] }, async () => {
    const mrz = withWrongCheckDigit(page.mrz, 'expiryDate');
    const wrong = await renderPassport(passport, { widthPx: 1000, mrz });
    expect(await check(await photograph({ page: wrong, pose: { tiltDeg: 5 } }))).toMatchObject({
      outcomes: { imageQualityCheckResult: 'PASS', dataIntegrityCheckResult: 'FAIL' },
      findings: [{ code: 'CHECK_DIGIT_WRONG', outcome: 'FAIL' }],
      extracted: { documentNumber: 'L898902C3', documentExpirationDate: '2039-02-28' },
    });
  });
});
