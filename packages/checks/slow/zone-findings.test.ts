import {
  type DocumentPage,
  drawMrzFrame,
  encodePng,
  frenchCardLines,
  type MrzIdentity,
  mrzLines,
  renderIdentityCardBack,
  renderPassport,
  utopianCard,
  utopianPassport,
  withWrongCheckDigit,
} from '@vendor/specimens';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkDocument } from '../src/document/check-document.ts';
import type { DocumentTask } from '../src/document/document-task.ts';

// Every finding about an MRZ, reached from a picture of one.

const now = Date.parse('2031-03-01T10:00:00Z');
const passport = utopianPassport(new Date(now));
const card = utopianCard(new Date(now));

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

function passportWith(changes: Partial<MrzIdentity>): Promise<DocumentPage> {
  return renderPassport(passport, { widthPx: 1100, mrz: mrzLines({ ...passport, ...changes }) });
}

function replaced(lines: readonly string[], line: number, column: number, character: string): string[] {
  return lines.map((text, index) =>
    index === line ? text.slice(0, column) + character + text.slice(column + 1) : text,
  );
}

const checkPage = async (page: DocumentPage, changes: Partial<DocumentTask> = {}) =>
  check(await encodePng(page.picture), changes);

describe('findings about an MRZ', () => {
  it.each<[string, Partial<MrzIdentity>, 'REVIEW' | 'FAIL', Partial<DocumentTask>]>([
    ['ISSUER_UNKNOWN', { issuer: 'QQZ', nationality: 'QQZ' }, 'REVIEW', {}],
    ['ISSUER_UNKNOWN', { issuer: 'QQ', nationality: 'QQ' }, 'REVIEW', {}],
    ['ISSUER_UNKNOWN', { nationality: '' }, 'REVIEW', {}],
    ['SPECIMEN', {}, 'FAIL', { acceptsSpecimens: false }],
    ['EXPIRED', { expiryDate: '2030-02-01' }, 'FAIL', {}],
    ['EXPIRATION_DATE_UNKNOWN', { expiryDate: '20XX-XX-XX' }, 'REVIEW', {}],
    ['EXPIRATION_DATE_UNKNOWN', { expiryDate: '9999-12-31' }, 'REVIEW', {}],
    ['EXPIRATION_DATE_UNKNOWN', { expiryDate: '9999-99-99' }, 'REVIEW', {}],
    ['EXPIRATION_IMPLAUSIBLE', { expiryDate: '2070-01-01' }, 'REVIEW', {}],
    ['BIRTH_DATE_UNKNOWN', { birthDate: '1974-XX-XX' }, 'REVIEW', {}],
    ['BIRTH_AFTER_EXPIRATION', { birthDate: '2030-01-01', expiryDate: '2029-01-01' }, 'FAIL', {}],
    ['UNDER_MINIMUM_AGE', { birthDate: '2020-01-01' }, 'FAIL', { minimumAge: 18 }],
    ['AGE_DEPENDS_ON_TIME_ZONE', { birthDate: '2013-03-01' }, 'REVIEW', { minimumAge: 18 }],
    [
      'CENTURY_UNPROVEN',
      { birthDate: '2020-01-01' },
      'REVIEW',
      { minimumAge: 18, expected: { fullName: null, dateOfBirth: '1920-01-01' } },
    ],
    ['DATE_OF_BIRTH_DIFFERENT', {}, 'FAIL', { expected: { fullName: null, dateOfBirth: '1974-08-13' } }],
    ['NAME_DIFFERENT', {}, 'FAIL', { expected: { fullName: 'Peter Lund', dateOfBirth: null } }],
    ['NAME_SIMILAR', {}, 'REVIEW', { expected: { fullName: 'Anna Maria Erikson', dateOfBirth: null } }],
  ])('reports %s for a passport with %j', async (code, changes, outcome, task) => {
    const evaluation = await checkPage(await passportWith(changes), task);
    expect(evaluation).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ code, outcome })]),
    });
  });

  it('reports CHECK_DIGIT_WRONG for a passport printed with a wrong check digit', async () => {
    const mrz = withWrongCheckDigit(mrzLines(passport), 'expiryDate');
    expect(await checkPage(await renderPassport(passport, { widthPx: 1100, mrz }))).toMatchObject({
      findings: [{ code: 'CHECK_DIGIT_WRONG', outcome: 'FAIL' }],
    });
  });

  it('reports READING_CORRECTED for a faint stroke on a filler after the names', async () => {
    const page = await renderPassport(passport, { widthPx: 1100 });
    const pxPerMm = 1100 / page.widthMm;
    // Left of the arrow in column 33 of the first line, so that it looks like a K.
    const place = { left: Math.round(90.77 * pxPerMm), top: Math.round(72.5 * pxPerMm) };
    const size = { width: Math.round(0.35 * pxPerMm), height: Math.round(2.3 * pxPerMm) };
    const stroke = { create: { ...size, channels: 3 as const, background: { r: 150, g: 150, b: 150 } } };
    const marked = await sharp(await encodePng(page.picture))
      .composite([{ input: stroke, ...place }])
      .png()
      .toBuffer();
    expect(await check(marked)).toMatchObject({
      outcomes: { dataIntegrityCheckResult: 'REVIEW', formatCheckResult: 'REVIEW' },
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'READING_CORRECTED', outcome: 'REVIEW' }),
      ]),
      extracted: { fullName: 'ANNA MARIA ERIKSSON' },
    });
  });

  it('reports FIELD_MALFORMED for a sex without a meaning for the issuer, and extracts no sex', async () => {
    const mrz = replaced(mrzLines(passport), 1, 20, 'K');
    expect(await checkPage(await renderPassport(passport, { widthPx: 1100, mrz }))).toMatchObject({
      findings: [{ code: 'FIELD_MALFORMED', outcome: 'REVIEW' }],
      extracted: { gender: null },
    });
  });
});

describe('MRZ of cards', () => {
  const checkCard = (mrz: readonly string[], changes: Partial<DocumentTask> = {}) =>
    renderIdentityCardBack(card, { widthPx: 1000, mrz }).then((page) =>
      checkPage(page, { documentType: 'NATIONAL_ID', ...changes }),
    );

  it.each(['A7', 'C3', 'I2', 'RC'])('accepts a card with the code %s', async (documentCode) => {
    expect(await checkCard(mrzLines({ ...card, documentCode }))).toMatchObject({
      outcomes: { formatCheckResult: 'PASS', dataIntegrityCheckResult: 'PASS' },
      extracted: { documentNumber: card.documentNumber },
    });
  });

  it.each([
    ['H', 'MALE'],
    ['M', 'FEMALE'],
  ])('reads %s on a Mexican card as %s', async (letter, gender) => {
    const mexican = mrzLines({ ...card, documentCode: 'ID', issuer: 'MEX', nationality: 'MEX' });
    expect(await checkCard(replaced(mexican, 1, 7, letter))).toMatchObject({
      outcomes: { formatCheckResult: 'PASS' },
      extracted: { gender },
    });
  });

  it('accepts a card of a Spanish holder over 70 as permanent', async () => {
    const spanish = { issuer: 'ESP', nationality: 'ESP', birthDate: '1950-05-01', expiryDate: '9999-01-01' };
    expect(await checkCard(mrzLines({ ...card, ...spanish }))).toMatchObject({
      outcomes: { documentValidityCheckResult: 'PASS' },
      extracted: { documentExpirationDate: null },
    });
  });
});

describe('MRZ with two lines of 36', () => {
  async function photograph(lines: readonly string[]): Promise<Uint8Array> {
    const { image } = await drawMrzFrame({ seed: 970_000, format: 'TD2', lines, pitchPx: 18 });
    const { data, width, height } = image;
    return sharp(data, { raw: { width, height, channels: 1 } })
      .jpeg({ quality: 92 })
      .toBuffer();
  }

  it('evaluates a French card from before 2021', async () => {
    const lines = frenchCardLines({
      surname: 'MARTIN',
      givenNames: 'MALO ALAIN JEAN',
      documentNumber: '200567500750',
      office: '671234',
      birthDate: '1980-12-03',
      sex: 'M',
    });
    expect(await check(await photograph(lines), { documentType: 'NATIONAL_ID' })).toMatchObject({
      outcomes: { dataIntegrityCheckResult: 'PASS', documentValidityCheckResult: 'REVIEW' },
      extracted: { documentNumber: '200567500750', country: 'FR', gender: 'MALE', birthDate: '1980-12-03' },
    });
  });

  it.each(['NATIONAL_ID', 'PASSPORT'] as const)('distinguishes a visa from a %s', async (documentType) => {
    const visa = mrzLines({ ...passport, format: 'TD2', documentCode: 'V', optionalData: '' });
    expect(await check(await photograph(visa), { documentType })).toEqual({
      kind: 'retry',
      reasons: ['WRONG_DOCUMENT_TYPE'],
    });
  });
});
