import {
  type CardOptions,
  cardLooks,
  cardTestNumbers,
  createSeededRandom,
  encodeJpeg,
  renderCard,
  renderScene,
  type SceneOptions,
  specimenCard,
} from '@vendor/specimens';
import type { RgbaImage } from '@vendor/vision';
import { describe, expect, it } from 'vitest';
import { hasRightCheckDigit } from '../src/card/check-digit.ts';
import { judgeCard } from '../src/card/judge-card.ts';
import { readCard } from '../src/card/read-card.ts';
import { readNumber } from '../src/card/read-number.ts';
import { decodeImage } from '../src/image/decode-image.ts';
import type { OcrEngine } from '../src/ocr/ocr-engine.ts';
import { openOcrEngine } from '../src/ocr/open-ocr-engine.ts';

// Cards without a bank, with the networks' test numbers.

/** Time at which the cards are judged. */
const now = Date.parse('2031-03-01T10:00:00Z');

/** Number of cards of each look; docs/cards.md has the figures for all of them. */
const DRAWN = 3;
/** Number of cards that are read. PHOTOGRAPHS=3 prints the table. */
const PHOTOGRAPHS = Math.min(DRAWN, Number(process.env.PHOTOGRAPHS ?? 2));

const random = createSeededRandom(29);

const anyPose = () => ({
  tiltDeg: random.between(-8, 8),
  yawDeg: random.between(-6, 6),
  rollDeg: random.between(-5, 5),
});

/**
 * Photographs a card without a bank, with one of the networks' test numbers.
 *
 * @returns a JPEG.
 */
async function photograph(
  number: string,
  options: CardOptions,
  scene: SceneOptions = {},
): Promise<Uint8Array> {
  const page = await renderCard(specimenCard(new Date(now), { number }), options);
  const { picture } = await renderScene({
    page,
    size: { width: 1600, height: 900 },
    table: 'oak',
    ...scene,
    pose: {
      pxPerMm: 13.5,
      tiltDeg: 5,
      yawDeg: -3,
      rollDeg: 2,
      ...scene.pose,
    },
  });
  return encodeJpeg(picture);
}

/** Decodes a stored picture. */
async function pixelsOf(bytes: Uint8Array): Promise<RgbaImage> {
  const decoded = await decodeImage(bytes);
  if (decoded.kind === 'refused') throw new Error('The stored picture cannot be decoded.');
  return decoded.image;
}

/** Expects OCR to find no number on a stored picture. */
async function expectCovered(kept: Uint8Array, ocr: OcrEngine): Promise<void> {
  const again = await readNumber(await pixelsOf(kept), ocr);
  expect(again.kind === 'read' ? again.number.check : 'covered').toBe('covered');
}

describe('payment cards', () => {
  it.each(Object.entries(cardLooks))('reads payment cards with digits %s', async (name, look) => {
    const ocr = await openOcrEngine();
    const count = { read: 0, keepable: 0, kept: 0, wrong: 0, expiry: 0, expiryWrong: 0, holder: 0 };
    const drawn = Array.from({ length: DRAWN }, () => ({
      number: random.pick(Object.values(cardTestNumbers)),
      pose: anyPose(),
    }));
    for (const { number, pose } of drawn.slice(0, PHOTOGRAPHS)) {
      const { reading, picture } = await readCard(await photograph(number, { look }, { pose }), 'front', ocr);
      if (reading.number) {
        const isRight =
          reading.number.bin === number.slice(0, 6) && reading.number.lastFour === number.slice(-4);
        if (isRight && reading.number.check === 'right') count.read++;
        else count.wrong++;
        // A picture is stored only under these conditions; it contains no row of digits that reveals the number.
        const mayBeKept = reading.number.brand !== 'AMEX' && reading.expiry !== null;
        if (mayBeKept) count.keepable++;
        else expect(picture).toBeNull();
        if (picture) {
          count.kept++;
          // Once for each look, unless all are measured for the table.
          if (count.kept === 1 || PHOTOGRAPHS === DRAWN) await expectCovered(picture.bytes, ocr);
        }
      } else expect(picture).toBeNull();
      if (reading.expiry === '2034-03') count.expiry++;
      else if (reading.isExpiryCertain) count.expiryWrong++;
      const evaluation = judgeCard({ readings: [reading], expectedName: 'Anna Maria Eriksson', now });
      if (evaluation.kind === 'evaluated' && evaluation.outcomes.nameMatchCheckResult === 'PASS')
        count.holder++;
    }
    process.stdout.write(
      `${name}: ${PHOTOGRAPHS} photographs, number read in ${count.read}, picture kept of ${count.kept} of ${count.keepable}, wrongly in ${count.wrong}, expiry in ${count.expiry}, wrongly in ${count.expiryWrong}, name in ${count.holder}\n`,
    );
    expect(count.wrong + count.expiryWrong).toBe(0);
    expect(count.read).toBeGreaterThanOrEqual(PHOTOGRAPHS - 1);
  });

  it('stores neither the middle of the number nor the security code', async () => {
    const options = { look: cardLooks['flat on white'], code: '738' };
    const file = await photograph(cardTestNumbers.VISA, options);
    const { reading, picture } = await readCard(file, 'front', await openOcrEngine());
    expect(reading.expiry).toBe('2034-03');
    const { data, width, height } = await pixelsOf(picture!.bytes);
    /** Returns how far a printed position on the card differs from the grey of the paint. */
    const differenceAt = (xMm: number, yMm: number) => {
      const pixel = Math.round((yMm / 53.98) * height) * width + Math.round((xMm / 85.6) * width);
      return Math.abs(data[pixel * 4]! - 128);
    };
    // The band of the number, from the seventh digit to the fifth from the end, and that of the code.
    for (const [left, right, top, bottom] of [
      [36, 58, 30, 33],
      [68, 73, 38.2, 40.6],
    ] as const)
      for (let xMm = left; xMm < right; xMm += 0.25)
        for (let yMm = top; yMm < bottom; yMm += 0.25) expect(differenceAt(xMm, yMm)).toBeLessThan(24);
  });

  it.each<[string, string, CardOptions]>([
    ['American Express, which prints its code on the front', cardTestNumbers.AMEX, {}],
    ['the number twice', cardTestNumbers.VISA, { isNumberTwice: true }],
  ])('reads a card but stores no picture with %s', async (_, number, options) => {
    const { reading, picture } = await readCard(
      await photograph(number, options),
      'front',
      await openOcrEngine(),
    );
    expect(reading.number).toMatchObject({ lastFour: number.slice(-4), check: 'right' });
    expect(picture).toBeNull();
  });

  it('reads the same in any order of pictures', async () => {
    const ocr = await openOcrEngine();
    const file = await photograph(cardTestNumbers.VISA, { look: cardLooks['silver on red'] });
    const other = await photograph(cardTestNumbers.AMEX, { look: cardLooks['flat on black'] });
    const first = await readCard(file, 'front', ocr);
    await readCard(other, 'front', ocr);
    await ocr.read(await pixelsOf(other), { language: 'de', layout: 'page' });
    expect(await readCard(file, 'front', ocr)).toEqual(first);
  });

  it('identifies a card with covered middle digits by its first and last digits', {
    tags: ['DRUN-86', 'DRUN-87'],
  }, async () => {
    const number = cardTestNumbers.MASTERCARD;
    const look = cardLooks['flat on white'];
    const { reading } = await readCard(
      await photograph(number, { look, covered: [6, 11] }),
      'front',
      await openOcrEngine(),
    );
    expect(reading.number).toEqual({
      bin: '555555',
      lastFour: '4444',
      brand: 'MASTERCARD',
      check: 'covered',
    });
  });

  it('detects a wrong check digit', { tags: ['DRUN-84'] }, async () => {
    const number = '4539578763621487';
    expect(hasRightCheckDigit(number)).toBe(false);
    const { reading } = await readCard(
      await photograph(number, { look: cardLooks['flat on blue'] }),
      'front',
      await openOcrEngine(),
    );
    expect(reading.number).toMatchObject({ bin: '453957', lastFour: '1487', check: 'wrong' });
  });

  it.each<[string, CardOptions, SceneOptions, string]>([
    ['no number', { hasNumber: false }, {}, 'CARD_NUMBER_NOT_FOUND'],
    ['a blur', {}, { blurPx: 7 }, 'IMAGE_BLURRED'],
    ['the dark', {}, { exposure: 0.02 }, 'IMAGE_TOO_DARK'],
  ])('asks for a retry and stores nothing with %s', async (_, options, scene, reason) => {
    const file = await photograph(cardTestNumbers.VISA, options, scene);
    const { reading, picture } = await readCard(file, 'front', await openOcrEngine());
    expect(reading).toMatchObject({ number: null, reasons: [reason] });
    expect(picture).toBeNull();
  });

  it('passes a number that stands on both sides, and sends a back with another number to REVIEW', {
    tags: ['DRUN-84'],
  }, async () => {
    const ocr = await openOcrEngine();
    const read = async (number: string, side: 'front' | 'back', scene: SceneOptions) =>
      (await readCard(await photograph(number, {}, scene), side, ocr)).reading;
    const front = await read(cardTestNumbers.VISA, 'front', {});
    const back = await read(cardTestNumbers.VISA, 'back', { blurPx: 2.5, noise: 6 });
    const otherBack = await read(cardTestNumbers.MASTERCARD, 'back', {});
    const judge = (other: typeof back) => judgeCard({ readings: [front, other], expectedName: null, now });
    expect(judge(back)).toMatchObject({ outcomes: { numberCheckResult: 'PASS' } });
    expect(judge(otherBack)).toMatchObject({
      outcomes: { numberCheckResult: 'REVIEW' },
      findings: expect.arrayContaining([{ member: 'numberCheckResult', code: 'CARD_SIDES_DIFFER' }]),
    });
  });

  it('reads the back of an upside-down card and stores no picture', { tags: ['S1-13'] }, async () => {
    const file = await photograph(cardTestNumbers.JCB, {}, { pose: { rollDeg: 182 } });
    const { reading, picture } = await readCard(file, 'back', await openOcrEngine());
    expect(reading.number).toMatchObject({ bin: '356600', lastFour: '0505', brand: 'JCB', check: 'right' });
    expect(picture).toBeNull();
    expect(JSON.stringify(reading)).not.toContain(cardTestNumbers.JCB.slice(5, 13));
  });
});
