import { encodeJpeg, renderPassport, renderScene, utopianPassport } from '@vendor/specimens';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkDocument } from './check-document.ts';
import type { DocumentTask } from './document-task.ts';

// One passport, and files that need no drawing; photographs of every kind are tested in ../../slow.

const now = Date.parse('2031-03-01T10:00:00Z');

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
  it('reads a passport on a table, and returns NOT_PERFORMED for the rest', {
    tags: ['DRUN-21', 'DRUN-24', 'DRUN-58', 'DRUN-60', 'DRUN-61', 'DRUN-69', 'DRUN-70', 'DRUN-72', 'DRUN-73'],
  }, async () => {
    const expected = { fullName: 'Anna Maria Eriksson', dateOfBirth: '1974-08-12' };
    const page = await renderPassport(utopianPassport(new Date(now)), { widthPx: 1000 });
    const { picture } = await renderScene({ size: { width: 960, height: 540 }, table: 'walnut', page });
    expect(await check(await encodeJpeg(picture), { expected })).toEqual({
      kind: 'evaluated',
      outcomes: {
        imageQualityCheckResult: 'PASS',
        documentValidityCheckResult: 'PASS',
        formatCheckResult: 'PASS',
        matchCheckResult: 'NOT_PERFORMED',
        logicCheckResult: 'PASS',
        barcodeAnomalyCheckResult: 'NOT_PERFORMED',
        dataIntegrityCheckResult: 'PASS',
        nameMatchCheckResult: 'PASS',
        dateOfBirthCheckResult: 'PASS',
        ageVerificationCheckResult: 'NOT_PERFORMED',
        screenCheckResult: 'NOT_PERFORMED',
        photocopyCheckResult: 'NOT_PERFORMED',
        photoForgeryCheckResult: 'NOT_PERFORMED',
        securityFeaturesCheckResult: 'NOT_PERFORMED',
      },
      names: { givenNames: 'ANNA MARIA', surname: 'ERIKSSON', isCut: false },
      extracted: {
        fullName: 'ANNA MARIA ERIKSSON',
        birthDate: '1974-08-12',
        age: 56,
        gender: 'FEMALE',
        documentType: 'PASSPORT',
        documentNumber: 'L898902C3',
        documentIssueDate: null,
        documentExpirationDate: '2039-02-28',
        country: null,
        personalIdNumber: 'ZE184226B',
        address: null,
        postalCode: null,
        state: null,
      },
      findings: [],
      places: [expect.objectContaining({ side: 'front' })],
    });
  });

  it('returns the positions of the document and its MRZ fields in the picture', async () => {
    const size = { width: 960, height: 540 };
    const page = await renderPassport(utopianPassport(new Date(now)), { widthPx: 1000 });
    const { picture, corners } = await renderScene({ size, table: 'walnut', page, pose: { rollDeg: 3 } });
    const evaluation = await check(await encodeJpeg(picture));
    const [{ document, fields } = {}] = (evaluation.kind === 'evaluated' && evaluation.places) || [];
    const distance = ([x = 0, y = 0]: readonly number[] = [], { x: toX, y: toY }: { x: number; y: number }) =>
      Math.hypot(x * size.width - toX, y * size.height - toY);
    for (const [index, corner] of corners!.entries())
      expect(distance(document?.[index], corner)).toBeLessThan(4);
    // The page is 125 × 88 mm. The number has columns 1 to 9 of the lower line, 2.54 mm each from 6.6 mm on.
    const [left, , , below] = corners!;
    const right = corners![1];
    const on = (xMm: number, yMm: number) => ({
      x: left.x + ((right.x - left.x) * xMm) / 125 + ((below.x - left.x) * yMm) / 88,
      y: left.y + ((right.y - left.y) * xMm) / 125 + ((below.y - left.y) * yMm) / 88,
    });
    expect(distance(fields?.documentNumber?.[3], on(6.6, 81.25))).toBeLessThan(12);
    expect(distance(fields?.documentNumber?.[2], on(6.6 + 9 * 2.54, 81.25))).toBeLessThan(12);
    expect(distance(fields?.birthDate?.[3], on(6.6 + 13 * 2.54, 81.25))).toBeLessThan(12);
    expect(Object.keys(fields ?? {}).sort()).toEqual([
      'birthDate',
      'country',
      'documentNumber',
      'gender',
      'name',
    ]);
  });

  it.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ['an empty file', () => new Uint8Array(), 'IMAGE_UNREADABLE'],
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
      'IMAGE_UNREADABLE',
    ],
    ['a single pixel', () => flat(1, 1), 'IMAGE_TOO_SMALL'],
    ['a line of pixels', () => flat(10_000, 1), 'IMAGE_TOO_SMALL'],
    ['a thumbnail', () => flat(320, 240), 'IMAGE_TOO_SMALL'],
    ['a black picture', () => flat(600, 400), 'IMAGE_TOO_DARK'],
    ['white', () => flat(600, 400, '#ffffff'), 'IMAGE_TOO_BRIGHT'],
    ['grey', () => flat(400, 600, '#888888'), 'DOCUMENT_NOT_FOUND'],
  ])('asks for another picture instead of %s', async (_, file, reason) => {
    expect(await check(await file())).toEqual({ kind: 'retry', reasons: [reason] });
  });

  it('examines both sides, and asks for others if the back is not an image', async () => {
    const front = await flat(600, 400, '#888888');
    expect(await check(front, { back: Buffer.from('no image') })).toEqual({
      kind: 'retry',
      reasons: ['IMAGE_UNREADABLE'],
    });
  });

  it('recognizes one file submitted as both sides', async () => {
    const file = await flat(600, 400, '#888888');
    expect(await check(file, { documentType: 'DRIVERS_LICENSE', back: Buffer.from(file) })).toEqual({
      kind: 'retry',
      reasons: ['WRONG_SIDE'],
    });
  });
});

function flat(width: number, height: number, background = '#000000'): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
