import {
  type AamvaFlaws,
  aamvaText,
  createSeededRandom,
  type DocumentPage,
  encodeJpeg,
  mrzLines,
  renderLicenceBack,
  renderLicenceFront,
  renderScene,
  type SceneOptions,
  specimenLicence,
  type TableKind,
} from '@vendor/specimens';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBarcode } from '../src/barcode/read-barcode.ts';
import { checkDocument } from '../src/document/check-document.ts';
import { measureSide } from '../src/document/measure-side.ts';
import { decodeImage } from '../src/image/decode-image.ts';
import { findDocument } from '../src/image/find-document.ts';

// Licences of fictitious people, photographed in many ways. The printed table is the one in docs/licences.md.

const now = Date.parse('2031-03-01T10:00:00Z');
const random = createSeededRandom(17);
const between = random.between;
const size = { width: 1600, height: 900 };
const tables: readonly TableKind[] = ['walnut', 'oak', 'slate', 'linen'];

interface Kind {
  readonly name: string;
  readonly scene: () => SceneOptions;
  /** Minimum share of codes that are read completely: the last measured value, minus one photograph. */
  readonly least: number;
}

/** A camera of 720 lines with the smallest card that a page captures automatically: 2.5 px per module. */
const smallest = { size: { width: 1280, height: 720 }, pxPerMm: 9.7 };

const slight = () => ({ tiltDeg: between(-5, 5), yawDeg: between(-5, 5), rollDeg: between(-6, 6) });
const kinds: readonly Kind[] = [
  { name: 'from above', scene: () => ({ pose: slight(), blurPx: between(0.6, 1) }), least: 0.9 },
  {
    name: 'slanted, in any orientation',
    scene: () => ({
      pose: {
        tiltDeg: between(8, 16),
        yawDeg: between(-10, 10),
        rollDeg: between(-10, 10) + (random.chance(0.5) ? 180 : 0),
      },
      blurPx: between(0.6, 1),
    }),
    least: 0.8,
  },
  { name: 'soft, σ 1.2 to 2 px', scene: () => ({ pose: slight(), blurPx: between(1.2, 2) }), least: 0.9 },
  {
    name: 'with a reflection on the code',
    scene: () => ({
      pose: slight(),
      glares: [{ xMm: between(-30, 30), yMm: between(-22, -5), radiusMm: between(4, 7), strength: 1.1 }],
    }),
    least: 0.9,
  },
  {
    name: 'of the smallest accepted size',
    scene: () => ({
      size: smallest.size,
      pose: { ...slight(), pxPerMm: smallest.pxPerMm },
      blurPx: between(0.5, 1.1),
      noise: between(1, 6),
      exposure: between(0.7, 1.2),
    }),
    least: 0.9,
  },
];
const PHOTOGRAPHS = 12;

/** Whether to also read cards without corners, for another column of the table; set by TABLE=1. */
const isTable = process.env.TABLE !== undefined;

function withPose({ pose, ...scene }: SceneOptions, page: DocumentPage): SceneOptions {
  return {
    size,
    ...scene,
    page,
    table: random.pick(tables),
    pose: { pxPerMm: 13.5, ...pose },
  };
}

describe('barcode of licences', () => {
  it.each(kinds)('reads the barcode on photographs $name', async ({ name, scene, least }) => {
    const count = { found: 0, read: 0, raw: 0, wrong: 0 };
    for (let index = 0; index < PHOTOGRAPHS; index++) {
      const identity = specimenLicence(new Date(now), {
        documentNumber: `T${random.integer(1e7, 9e7)}`,
      });
      const { picture } = await renderScene(withPose(scene(), await renderLicenceBack(identity)));
      const decoded = await decodeImage(await encodeJpeg(picture));
      if (decoded.kind === 'refused') throw new Error('The photograph cannot be decoded.');
      const corners = findDocument(decoded.image);
      const reading = await readBarcode(decoded.image, corners);
      if (corners) count.found++;
      if (reading?.text === aamvaText(identity)) count.read++;
      else if (reading?.text) count.wrong++;
      if (isTable && (await readBarcode(decoded.image, null))?.text) count.raw++;
    }
    const unfound = isTable ? `, unstraightened in ${count.raw}` : '';
    process.stdout.write(
      `${name}: ${PHOTOGRAPHS} photographs, card found in ${count.found}, code read in ${count.read}${unfound}, wrong in ${count.wrong}\n`,
    );
    expect(count.wrong).toBe(0);
    expect(count.read / PHOTOGRAPHS).toBeGreaterThanOrEqual(least);
  });
});

describe('judging of licences', () => {
  const identity = specimenLicence(new Date(now));
  let front: Uint8Array;
  beforeAll(async () => {
    front = await photograph(await renderLicenceFront(identity));
  });

  async function photograph(page: DocumentPage, scene: SceneOptions = {}): Promise<Uint8Array> {
    const { picture } = await renderScene({
      page,
      size,
      table: 'walnut',
      ...scene,
      pose: { pxPerMm: 13.5, tiltDeg: 6, ...scene.pose },
    });
    return encodeJpeg(picture);
  }

  const check = async (flaws: AamvaFlaws | null, scene: SceneOptions = {}) =>
    checkDocument({
      documentType: 'DRIVERS_LICENSE',
      front,
      back: await photograph(
        await renderLicenceBack(identity, { barcode: flaws && aamvaText(identity, flaws) }),
        scene,
      ),
      expected: { fullName: 'Anna Maria Eriksson', dateOfBirth: '1974-08-12' },
      minimumAge: 21,
      now,
      acceptsSpecimens: false,
    });

  it('judges a licence by its barcode', { tags: ['DRUN-53'] }, async () => {
    expect(await check({})).toMatchObject({
      outcomes: {
        imageQualityCheckResult: 'PASS',
        documentValidityCheckResult: 'PASS',
        barcodeAnomalyCheckResult: 'PASS',
        nameMatchCheckResult: 'PASS',
        dateOfBirthCheckResult: 'PASS',
        ageVerificationCheckResult: 'PASS',
      },
      extracted: { documentNumber: 'T64235789', documentIssueDate: '2029-03-01', state: 'VA', country: 'US' },
      findings: [],
    });
  });

  it('reads both MRZ and barcode of an enhanced licence', async () => {
    const { surname, documentNumber, birthDate, expiryDate } = identity;
    const holder = { surname, givenNames: 'ANNA MARIA', birthDate, sex: 'F' as const, nationality: 'USA' };
    const lines = mrzLines({
      format: 'TD1',
      documentCode: 'ID',
      issuer: 'USA',
      documentNumber,
      expiryDate,
      ...holder,
    });
    const back = await photograph(await renderLicenceBack(identity, { lines }));
    const task = {
      expected: { fullName: null, dateOfBirth: null },
      minimumAge: null,
      now,
      acceptsSpecimens: false,
    };
    expect(await checkDocument({ documentType: 'DRIVERS_LICENSE', front, back, ...task })).toMatchObject({
      outcomes: {
        barcodeAnomalyCheckResult: 'PASS',
        matchCheckResult: 'PASS',
        dataIntegrityCheckResult: 'PASS',
      },
      extracted: { documentType: 'DRIVERS_LICENSE', documentIssueDate: '2029-03-01', state: 'VA' },
      findings: [],
    });
  });

  it('detects a carelessly forged barcode', { tags: ['DRUN-53'] }, async () => {
    expect(await check({ lengthOff: 7, elements: { DCF: null } })).toMatchObject({
      outcomes: { barcodeAnomalyCheckResult: 'REVIEW' },
      findings: [
        { code: 'BARCODE_LENGTHS_WRONG' },
        { code: 'BARCODE_ELEMENT_MISSING' },
        { code: 'BARCODE_LENGTHS_WRONG' },
      ],
    });
  });

  it('judges a licence without a barcode only by its picture', async () => {
    expect(await check(null)).toMatchObject({
      outcomes: { imageQualityCheckResult: 'PASS', barcodeAnomalyCheckResult: 'NOT_PERFORMED' },
      extracted: { fullName: null },
    });
  });

  it('asks for a retry if the barcode is too blurred to read', async () => {
    expect(await check({}, { blurPx: 5 })).toEqual({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
  });
});

it('finds no code on the front of a card, although the reader takes rows of print for a start pattern', async () => {
  const { picture } = await renderScene({
    page: await renderLicenceFront(specimenLicence(new Date('2031-03-01'))),
    size: { width: 1920, height: 1080 },
    table: 'slate',
    blurPx: 0.829668422229588,
    pose: {
      pxPerMm: 12.62707635294646,
      tiltDeg: 3.3261817451566458,
      yawDeg: -0.570290598552674,
      rollDeg: -4.661380768753588,
    },
  });
  const decoded = await decodeImage(await encodeJpeg(picture));
  if (decoded.kind === 'refused') throw new Error('The photograph cannot be decoded.');
  const { corners } = measureSide(decoded.image, 'NATIONAL_ID');
  expect(await readBarcode(decoded.image, corners)).toBeNull();
});
