import {
  createSeededRandom,
  expiredPassport,
  frenchCardLines,
  type MrzIdentity,
  mrzLines,
  randomMrzIdentity,
  utopianPassport,
  withWrongCheckDigit,
} from '@vendor/specimens';
import type { MrzReading, Quad } from '@vendor/vision';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveDocumentType } from './document-kind.ts';
import type { DocumentTask } from './document-task.ts';
import { judgeDocument } from './judge-document.ts';
import type { SideView } from './measure-side.ts';

const now = Date.parse('2031-03-01T10:00:00Z');
const passport = utopianPassport(new Date(now));
const card: MrzIdentity = {
  format: 'TD1',
  documentCode: 'ID',
  issuer: 'D',
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  documentNumber: 'D23145890',
  nationality: 'D',
  birthDate: '1974-08-12',
  sex: 'F',
  expiryDate: '2034-05-01',
};

function rectangle(left: number, top: number, width: number, height: number): Quad {
  const right = left + width;
  const bottom = top + height;
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/** Creates a rectangle rotated by a quarter turn: its upper side is on the left. */
function turnedRectangle(left: number, top: number, width: number, height: number): Quad {
  const [a, b, c, d] = rectangle(left, top, width, height);
  return [d, a, b, c];
}

function readingOf(identity: MrzIdentity, changes: Partial<MrzReading> = {}): MrzReading {
  const lines = mrzLines(identity);
  return {
    format: identity.format,
    lines,
    rawLines: lines,
    corrected: false,
    accepted: true,
    contradiction: null,
    confidence: 0.99,
    pitchPx: 22,
    outline: rectangle(430, 760, 960, 90),
    ...changes,
  };
}

/** Creates a good picture of a page in a frame of 1920 × 1080. */
function side(changes: Partial<SideView> = {}): SideView {
  return {
    width: 1920,
    height: 1080,
    corners: rectangle(400, 150, 1080, 760),
    pageByMrz: null,
    reading: readingOf(passport),
    barcode: null,
    exposure: { mean: 180, contrast: 150 },
    glare: { share: 0 },
    isWhite: false,
    bandGlare: { share: 0 },
    colour: 0.14,
    blurPx: 0.7,
    isSmeared: false,
    look: null,
    documentWidthPx: 1080,
    ...changes,
  };
}

const withoutMrz = (changes: Partial<SideView> = {}): SideView =>
  side({ reading: null, bandGlare: null, ...changes });

function judge(sides: readonly SideView[], changes: Partial<DocumentTask> = {}) {
  return judgeDocument(
    {
      documentType: 'PASSPORT',
      front: new Uint8Array(),
      back: null,
      expected: { fullName: null, dateOfBirth: null },
      minimumAge: null,
      now,
      acceptsSpecimens: true,
      ...changes,
    },
    sides,
  );
}

const printed = (changes: Partial<MrzIdentity>) => side({ reading: readingOf({ ...passport, ...changes }) });

describe('document of Kosovo', () => {
  it.each(['RKS', 'XKX', 'XKK', 'XK'])(
    'maps the code %s to a known issuer, XK',
    { tags: ['S2.3-21'] },
    (code) => {
      const evaluation = judge([printed({ issuer: code, nationality: code })]);
      expect(evaluation).toMatchObject({
        outcomes: { formatCheckResult: 'PASS' },
        findings: [],
        extracted: { country: 'XK' },
      });
    },
  );
});

describe('judging the picture', () => {
  it.each<[string, Partial<SideView>, string[]]>([
    ['IMAGE_TOO_DARK', { exposure: { mean: 30, contrast: 40 } }, ['IMAGE_TOO_DARK']],
    ['IMAGE_TOO_BRIGHT', { glare: { share: 0.7 } }, ['IMAGE_TOO_BRIGHT']],
    ['IMAGE_GLARE over much of a page whose MRZ was read', { glare: { share: 0.11 } }, ['IMAGE_GLARE']],
    ['IMAGE_GLARE on a page without an MRZ', { reading: null, glare: { share: 0.03 } }, ['IMAGE_GLARE']],
    [
      'IMAGE_GLARE on an MRZ that was not read with certainty',
      { reading: readingOf(passport, { accepted: false }), bandGlare: { share: 0.02 } },
      ['IMAGE_GLARE'],
    ],
    [
      'DOCUMENT_TOO_FAR',
      { reading: readingOf(passport, { pitchPx: 9 }), documentWidthPx: 440 },
      ['DOCUMENT_TOO_FAR'],
    ],
    [
      'IMAGE_TOO_SMALL',
      { width: 640, height: 480, corners: rectangle(50, 50, 500, 350), reading: null, documentWidthPx: 500 },
      ['IMAGE_TOO_SMALL'],
    ],
    [
      'IMAGE_TOO_SMALL for a page without an MRZ at a size at which a card would be accepted',
      { width: 960, height: 640, corners: rectangle(50, 50, 840, 540), reading: null, documentWidthPx: 840 },
      ['IMAGE_TOO_SMALL'],
    ],
    ['DOCUMENT_CUT_OFF', { corners: rectangle(1200, 150, 1080, 760) }, ['DOCUMENT_CUT_OFF']],
    [
      'DOCUMENT_CUT_OFF by the MRZ, although a printed line was taken for a side',
      { corners: rectangle(100, 150, 970, 760), pageByMrz: rectangle(-43, 150, 1080, 760) },
      ['DOCUMENT_CUT_OFF'],
    ],
    [
      'DOCUMENT_CUT_OFF for a cropped picture without the title',
      { width: 1080, height: 680, corners: null, pageByMrz: rectangle(0, -80, 1080, 760) },
      ['DOCUMENT_CUT_OFF'],
    ],
    [
      'DOCUMENT_CUT_OFF for a cropped picture that cuts the MRZ',
      {
        width: 1020,
        height: 760,
        corners: null,
        pageByMrz: rectangle(-60, 0, 1080, 760),
        reading: readingOf(passport, { outline: rectangle(-8, 620, 976, 90) }),
      },
      ['DOCUMENT_CUT_OFF'],
    ],
    [
      'DOCUMENT_CUT_OFF for an MRZ that extends beyond the picture',
      { reading: readingOf(passport, { accepted: false, outline: rectangle(1000, 760, 960, 90) }) },
      ['DOCUMENT_CUT_OFF'],
    ],
    [
      'MRZ_UNREADABLE if textile weave at the border was taken for an MRZ',
      {
        reading: readingOf(passport, {
          accepted: false,
          pitchPx: 12,
          outline: rectangle(240, 1070, 550, 24),
        }),
      },
      ['MRZ_UNREADABLE'],
    ],
    [
      'MRZ_UNREADABLE if textile weave parallel to a shorter side was taken for an MRZ',
      {
        reading: readingOf(passport, {
          accepted: false,
          pitchPx: 12,
          outline: turnedRectangle(88, -12, 41, 520),
        }),
      },
      ['MRZ_UNREADABLE'],
    ],
    ['IMAGE_BLURRED', { reading: null, blurPx: 5 }, ['IMAGE_BLURRED']],
    [
      'IMAGE_BLURRED for an MRZ that was not read with certainty',
      { reading: readingOf(passport, { accepted: false }), blurPx: 5 },
      ['IMAGE_BLURRED'],
    ],
    [
      'all reasons at once',
      { reading: null, blurPx: 5, glare: { share: 0.1 } },
      ['IMAGE_BLURRED', 'IMAGE_GLARE'],
    ],
    [
      'IMAGE_BLURRED for a page without an MRZ that moved, with sharp edges along the movement',
      { reading: null, isSmeared: true },
      ['IMAGE_BLURRED'],
    ],
    ['MRZ_NOT_FOUND', { reading: null }, ['MRZ_NOT_FOUND']],
    ['MRZ_UNREADABLE', { reading: readingOf(passport, { accepted: false }) }, ['MRZ_UNREADABLE']],
    ['DOCUMENT_NOT_FOUND', { corners: null, documentWidthPx: null, reading: null }, ['DOCUMENT_NOT_FOUND']],
  ])('asks for a retry: %s', (_, changes, reasons) => {
    expect(judge([side(changes)])).toEqual({ kind: 'retry', reasons });
  });

  it.each<[string, Partial<SideView>]>([
    ['corners a millimetre', { corners: rectangle(-8, 150, 1080, 760) }],
    ['the page computed from its MRZ a millimetre', { corners: null }],
    ['corners of something else', { corners: rectangle(-60, 90, 1150, 860) }],
    [
      'three millimetres of each side, computed from a misplaced MRZ,',
      {
        width: 1028,
        height: 708,
        corners: null,
        pageByMrz: rectangle(-52, -52, 1080, 760),
        reading: readingOf(passport, { outline: rectangle(0, 568, 976, 90) }),
      },
    ],
  ])('accepts a page that was read with %s outside the picture', (_, changes) => {
    const pageByMrz = rectangle(-8, 150, 1080, 760);
    expect(judge([side({ pageByMrz, ...changes })])).toMatchObject({ kind: 'evaluated', findings: [] });
  });

  it('accepts white paper with an MRZ that was read, and reports glare only on an unread MRZ', () => {
    const white = { isWhite: true, exposure: { mean: 246, contrast: 200 }, glare: { share: 0.8 } };
    expect(judge([side(white)])).toMatchObject({ kind: 'evaluated', findings: [] });
    const unread = { ...white, reading: readingOf(passport, { accepted: false }) };
    expect(judge([side(unread)])).toEqual({ kind: 'retry', reasons: ['MRZ_UNREADABLE'] });
    expect(judge([side({ ...unread, bandGlare: { share: 0.1 } })])).toEqual({
      kind: 'retry',
      reasons: ['IMAGE_GLARE'],
    });
  });

  it('ignores a small blur of an MRZ that was read, and sends a large one to REVIEW', {
    tags: ['DRUN-48'],
  }, () => {
    expect(judge([side({ blurPx: 2 })])).toMatchObject({ outcomes: { imageQualityCheckResult: 'PASS' } });
    expect(judge([side({ blurPx: 6 })])).toMatchObject({
      outcomes: { imageQualityCheckResult: 'REVIEW' },
      findings: [{ code: 'PICTURE_SOFT' }],
    });
  });
});

describe('judging a movement', () => {
  it('asks for another front of a card that moved, although the MRZ on its back was read', () => {
    const back = side({ reading: readingOf(card), documentWidthPx: 760 });
    expect(
      judge([withoutMrz({ documentWidthPx: 760, isSmeared: true }), back], { documentType: 'NATIONAL_ID' }),
    ).toEqual({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
  });

  it('sends a smeared picture whose MRZ was read to REVIEW', { tags: ['DRUN-48'] }, () => {
    expect(judge([side({ isSmeared: true })])).toMatchObject({
      outcomes: { imageQualityCheckResult: 'REVIEW', dataIntegrityCheckResult: 'PASS' },
      findings: [{ code: 'PICTURE_SOFT', outcome: 'REVIEW' }],
    });
  });
});

describe('judging glare beside an MRZ that was read', () => {
  it('sends glare that hides other print to REVIEW, without asking for another picture', () => {
    expect(judge([side({ glare: { share: 0.05 } })])).toMatchObject({
      outcomes: { imageQualityCheckResult: 'REVIEW', dataIntegrityCheckResult: 'PASS' },
      findings: [{ code: 'PICTURE_GLARING', outcome: 'REVIEW' }],
    });
  });

  it('ignores a little glare, and glare between the lines', () => {
    expect(judge([side({ glare: { share: 0.015 }, bandGlare: { share: 0.05 } })])).toMatchObject({
      outcomes: { imageQualityCheckResult: 'PASS' },
      findings: [],
    });
  });
});

describe('judging the document', () => {
  it('accepts a card by the MRZ on its back', { tags: ['S2.6-45'] }, () => {
    const back = side({ reading: readingOf(card), documentWidthPx: 760 });
    expect(
      judge([withoutMrz({ documentWidthPx: 760 }), back], { documentType: 'NATIONAL_ID' }),
    ).toMatchObject({
      kind: 'evaluated',
      outcomes: { formatCheckResult: 'PASS', dataIntegrityCheckResult: 'PASS' },
      extracted: { documentType: 'NATIONAL_ID', country: 'DE', documentNumber: 'D23145890' },
    });
  });

  it('accepts a side without an MRZ that fills the frame of a small camera, but not an MRZ of that size', () => {
    const small = { width: 640, height: 480, corners: rectangle(57, 74, 525, 331), documentWidthPx: 525 };
    const unread = readingOf(card, { accepted: false, pitchPx: 15.6, outline: rectangle(70, 310, 500, 80) });
    const licence = (changes: Partial<SideView>) =>
      judge([side({ ...small, ...changes })], { documentType: 'DRIVERS_LICENSE' });
    expect(licence({ reading: null, bandGlare: null })).toMatchObject({ kind: 'evaluated' });
    expect(licence({ reading: unread })).toEqual({ kind: 'retry', reasons: ['IMAGE_TOO_SMALL'] });
  });

  it('asks for a card with an MRZ if it is on neither side', () => {
    const sides = [withoutMrz(), withoutMrz()];
    expect(judge(sides, { documentType: 'NATIONAL_ID' })).toEqual({
      kind: 'retry',
      reasons: ['MRZ_NOT_FOUND'],
    });
  });

  it.each<[DocumentTask['documentType'], MrzIdentity]>([
    ['NATIONAL_ID', passport],
    ['DRIVERS_LICENSE', passport],
    ['PASSPORT', card],
    ['RESIDENT_PERMIT', card],
    ['NATIONAL_ID', { ...card, documentCode: 'AR' }],
    ['PASSPORT', { ...passport, documentCode: 'V' }],
    ['NATIONAL_ID', { ...passport, documentCode: 'VB', format: 'TD2', optionalData: '' }],
    ['RESIDENT_PERMIT', { ...passport, documentCode: 'V', format: 'TD2', optionalData: '' }],
    ['PASSPORT', { ...passport, documentCode: 'I' }],
  ])('asks for a retry if a %s turns out to be another document', (documentType, identity) => {
    const evaluation = judge([side({ reading: readingOf(identity) })], { documentType });
    expect(evaluation).toEqual({ kind: 'retry', reasons: ['WRONG_DOCUMENT_TYPE'] });
  });

  it('accepts a card with an ambiguous document code as the type that the user chose', () => {
    const reading = readingOf({ ...card, documentCode: 'I' });
    for (const documentType of ['NATIONAL_ID', 'RESIDENT_PERMIT'] as const) {
      expect(judge([side({ reading })], { documentType })).toMatchObject({ extracted: { documentType } });
    }
  });

  it('evaluates only the picture of a driving licence without MRZ and barcode', () => {
    expect(judge([withoutMrz()], { documentType: 'DRIVERS_LICENSE' })).toMatchObject({
      outcomes: {
        imageQualityCheckResult: 'PASS',
        dataIntegrityCheckResult: 'NOT_PERFORMED',
      },
      extracted: { fullName: null, documentType: null },
    });
  });

  it('fails an expired document', { tags: ['DRUN-49'] }, () => {
    const expired = expiredPassport(new Date(now));
    expect(judge([printed(expired)])).toMatchObject({
      outcomes: { documentValidityCheckResult: 'FAIL', logicCheckResult: 'PASS' },
      findings: [{ code: 'EXPIRED', outcome: 'FAIL' }],
    });
  });

  it.each([
    ['on its last day', '2031-03-31T22:00Z', 'PASS'],
    ['while its last day has not ended everywhere', '2031-04-01T05:00Z', 'PASS'],
    ['after its last day has ended everywhere', '2031-04-01T13:00Z', 'FAIL'],
  ])('judges the expiry of a document %s', { tags: ['DRUN-49'] }, (_, at, outcome) => {
    const evaluation = judge([printed({ expiryDate: '2031-03-31' })], { now: Date.parse(at) });
    expect(evaluation).toMatchObject({ outcomes: { documentValidityCheckResult: outcome } });
  });

  const spanishCard: MrzIdentity = { ...card, issuer: 'ESP', nationality: 'ESP', birthDate: '1945-01-01' };
  it.each<[string, MrzIdentity, string, string[]]>([
    ['a Spanish holder over 70', spanishCard, '9999-01-01', []],
    [
      'a younger Spanish holder',
      { ...spanishCard, birthDate: '1995-01-01' },
      '9999-01-01',
      ['EXPIRATION_DATE_UNKNOWN'],
    ],
    [
      'a Spanish residence permit',
      { ...spanishCard, documentCode: 'IR', nationality: 'MAR' },
      '9999-01-01',
      ['EXPIRATION_DATE_UNKNOWN'],
    ],
    [
      'a Spanish card of a foreigner',
      { ...spanishCard, nationality: 'FRA' },
      '9999-01-01',
      ['EXPIRATION_DATE_UNKNOWN'],
    ],
    [
      'a Spanish card with two lines',
      { ...spanishCard, format: 'TD2' },
      '9999-01-01',
      ['EXPIRATION_DATE_UNKNOWN'],
    ],
    [
      'a Spanish passport',
      { ...spanishCard, format: 'TD3', documentCode: 'P' },
      '9999-01-01',
      ['EXPIRATION_DATE_UNKNOWN'],
    ],
    ['a German card', { ...card, birthDate: '1945-01-01' }, '9999-01-01', ['EXPIRATION_DATE_UNKNOWN']],
    ['the last day of 9999', passport, '9999-12-31', ['EXPIRATION_DATE_UNKNOWN']],
    ['the first day of 9999', passport, '9999-01-01', ['EXPIRATION_DATE_UNKNOWN']],
    ['only nines', passport, '9999-99-99', ['EXPIRATION_DATE_UNKNOWN']],
  ])(
    'never fails a permanent document as expired: %s',
    { tags: ['DRUN-115'] },
    (_, identity, expiryDate, codes) => {
      const documentType = resolveDocumentType(identity.format, identity.documentCode) ?? 'NATIONAL_ID';
      const reading = readingOf({ ...identity, expiryDate });
      const evaluation = judge([side({ reading })], { documentType });
      expect(evaluation).toMatchObject({
        outcomes: {
          documentValidityCheckResult: codes.length > 0 ? 'REVIEW' : 'PASS',
          formatCheckResult: 'PASS',
        },
        extracted: { documentExpirationDate: null },
      });
      expect(evaluation).toMatchObject({ findings: codes.map((code) => ({ code, outcome: 'REVIEW' })) });
    },
  );

  it.each([
    ['200567500750', 'EXPIRATION_DATE_UNKNOWN', 'REVIEW'],
    ['050667500750', 'EXPIRED', 'FAIL'],
  ])(
    'judges a French card with number %s by its latest possible expiry: %s',
    (documentNumber, code, outcome) => {
      const lines = frenchCardLines({
        surname: 'MARTIN',
        givenNames: 'MALO',
        documentNumber,
        office: '671234',
        birthDate: '1980-12-03',
        sex: 'M',
      });
      const reading = readingOf(passport, { format: 'TD2', lines, rawLines: lines });
      expect(judge([side({ reading })], { documentType: 'NATIONAL_ID' })).toMatchObject({
        outcomes: {
          documentValidityCheckResult: outcome,
          dataIntegrityCheckResult: 'PASS',
          formatCheckResult: 'PASS',
        },
        findings: [{ code, outcome }],
        extracted: {
          documentType: 'NATIONAL_ID',
          country: 'FR',
          fullName: 'MALO MARTIN',
          documentNumber,
          gender: 'MALE',
          documentExpirationDate: null,
        },
      });
    },
  );

  it('reviews unknown or implausible dates, and fails impossible ones', {
    tags: ['DRUN-52'],
  }, () => {
    expect(judge([printed({ birthDate: '1974-XX-XX' })])).toMatchObject({
      outcomes: { logicCheckResult: 'REVIEW' },
      extracted: { birthDate: null, age: null },
    });
    expect(judge([printed({ expiryDate: '20XX-XX-XX' })])).toMatchObject({
      outcomes: { documentValidityCheckResult: 'REVIEW' },
      extracted: { documentExpirationDate: null },
    });
    expect(judge([printed({ expiryDate: '2070-01-01' })])).toMatchObject({
      findings: [{ code: 'EXPIRATION_IMPLAUSIBLE', outcome: 'REVIEW' }],
    });
    expect(judge([printed({ birthDate: '2030-01-01', expiryDate: '2029-01-01' })])).toMatchObject({
      outcomes: { logicCheckResult: 'FAIL' },
    });
  });

  it('fails wrong check digits even of an accepted reading', { tags: ['DRUN-54'] }, () => {
    const lines = withWrongCheckDigit(mrzLines(passport), 'documentNumber');
    expect(judge([side({ reading: readingOf(passport, { lines, rawLines: lines }) })])).toMatchObject({
      outcomes: { dataIntegrityCheckResult: 'FAIL' },
      findings: [{ code: 'CHECK_DIGIT_WRONG' }],
    });
  });

  it('never fails check digits because of a corrected character', () => {
    const lines = withWrongCheckDigit(mrzLines(passport), 'documentNumber');
    const reading = readingOf(passport, { lines, rawLines: mrzLines(passport), corrected: true });
    expect(judge([side({ reading })])).toMatchObject({ outcomes: { dataIntegrityCheckResult: 'REVIEW' } });
  });

  it('fails lines that certainly contradict themselves, and extracts them as printed', () => {
    const contradiction = withWrongCheckDigit(mrzLines(passport), 'expiryDate');
    const changes = { accepted: false, contradiction, rawLines: contradiction, confidence: 0.001 };
    const reading = readingOf({ ...passport, expiryDate: '2040-01-01' }, changes);
    expect(judge([side({ reading })])).toMatchObject({
      outcomes: {
        imageQualityCheckResult: 'PASS',
        documentValidityCheckResult: 'PASS',
        dataIntegrityCheckResult: 'FAIL',
      },
      findings: [{ code: 'CHECK_DIGIT_WRONG', outcome: 'FAIL' }],
      extracted: { documentExpirationDate: passport.expiryDate, fullName: 'ANNA MARIA ERIKSSON' },
    });
  });

  it('prefers an accepted reading to a contradictory one, and that to a doubtful one', () => {
    const contradiction = withWrongCheckDigit(mrzLines(passport), 'expiryDate');
    const wrong = side({ reading: readingOf(passport, { accepted: false, contradiction, confidence: 0 }) });
    const doubtful = side({ reading: readingOf(passport, { accepted: false, confidence: 0.9 }) });
    for (const sides of [
      [wrong, side()],
      [side(), wrong],
    ])
      expect(judge(sides)).toMatchObject({ outcomes: { dataIntegrityCheckResult: 'PASS' } });
    for (const sides of [
      [wrong, doubtful],
      [doubtful, wrong],
    ])
      expect(judge(sides)).toMatchObject({ outcomes: { dataIntegrityCheckResult: 'FAIL' } });
  });

  it('passes nothing that depends on a corrected reading', { tags: ['DRUN-23'] }, () => {
    const expected = { fullName: 'Anna Maria Eriksson', dateOfBirth: '1974-08-12' };
    const evaluation = judge(
      [side({ reading: readingOf(passport, { corrected: true, rawLines: ['', ''] }) })],
      { expected },
    );
    expect(evaluation).toMatchObject({
      outcomes: {
        imageQualityCheckResult: 'PASS',
        documentValidityCheckResult: 'REVIEW',
        formatCheckResult: 'REVIEW',
        logicCheckResult: 'REVIEW',
        dataIntegrityCheckResult: 'REVIEW',
        nameMatchCheckResult: 'REVIEW',
        dateOfBirthCheckResult: 'REVIEW',
      },
    });
  });

  it.each([
    ['QQZ', 'QQZ'],
    ['QQ', 'QQ'],
    ['UTO', ''],
  ])('sends the issuer %s with the nationality "%s" to REVIEW', (issuer, nationality) => {
    expect(judge([printed({ issuer, nationality })])).toMatchObject({
      outcomes: { formatCheckResult: 'REVIEW' },
      findings: [{ code: 'ISSUER_UNKNOWN', outcome: 'REVIEW' }],
    });
  });

  it('sends unknown issuers to REVIEW, and fails specimens with live keys', {
    tags: ['DRUN-50'],
  }, () => {
    expect(judge([printed({ issuer: 'ZZZ' })])).toMatchObject({
      outcomes: { formatCheckResult: 'REVIEW' },
      findings: [{ code: 'ISSUER_UNKNOWN' }],
    });
    expect(judge([side()], { acceptsSpecimens: false })).toMatchObject({
      outcomes: { formatCheckResult: 'FAIL' },
      findings: [{ code: 'SPECIMEN' }],
    });
  });

  it.each([
    ['Anna Maria Eriksson', 'PASS'],
    ['Anna Maria Erikson', 'REVIEW'],
    ['Анна Эрикссон', 'PASS'],
    ['Пётр Лунд', 'REVIEW'],
    ['Peter Lund', 'FAIL'],
  ])('compares the name %s: %s', { tags: ['DRUN-55'] }, (fullName, outcome) => {
    const evaluation = judge([side()], { expected: { fullName, dateOfBirth: null } });
    expect(evaluation).toMatchObject({
      outcomes: {
        nameMatchCheckResult: outcome,
        dateOfBirthCheckResult: 'NOT_PERFORMED',
      },
    });
  });

  it('compares the birth date, and takes over its century', { tags: ['DRUN-56'] }, () => {
    const withDate = (dateOfBirth: string, birthDate = passport.birthDate) =>
      judge([printed({ birthDate })], { expected: { fullName: null, dateOfBirth } });
    expect(withDate('1974-08-12')).toMatchObject({ outcomes: { dateOfBirthCheckResult: 'PASS' } });
    expect(withDate('1974-08-13')).toMatchObject({ outcomes: { dateOfBirthCheckResult: 'FAIL' } });
    expect(withDate('1929-05-17', '1929-05-17')).toMatchObject({
      outcomes: { dateOfBirthCheckResult: 'PASS' },
      extracted: { birthDate: '1929-05-17', age: 101 },
    });
  });

  it.each<[string, string, string, object]>([
    ['a child', '2014-03-05', '1914-03-05', { age: 'REVIEW', birthDate: 'REVIEW' }],
    ['a holder of 101 years', '1929-05-17', '1929-05-17', { age: 'REVIEW', birthDate: 'REVIEW' }],
    ['a child without another century', '2014-03-05', '2014-03-05', { age: 'FAIL', birthDate: 'PASS' }],
    ['an adult with another century', '1974-08-12', '1874-08-12', { age: 'PASS', birthDate: 'PASS' }],
  ])(
    'never passes the minimum age by a century that only the user gives: %s',
    {
      tags: ['DRUN-57'],
    },
    (_, birthDate, dateOfBirth, { age, birthDate: date }: { age?: string; birthDate?: string }) => {
      const evaluation = judge([printed({ birthDate })], {
        expected: { fullName: null, dateOfBirth },
        minimumAge: 18,
      });
      expect(evaluation).toMatchObject({
        outcomes: { ageVerificationCheckResult: age, dateOfBirthCheckResult: date },
      });
      const isUnproven = JSON.stringify(evaluation).includes('CENTURY_UNPROVEN');
      expect(isUnproven).toBe(age === 'REVIEW');
    },
  );

  it.each([
    ['fails only who is too young everywhere on earth', '2026-11-27T20:00Z', '2008-11-28', 'REVIEW'],
    ['passes only who is old enough everywhere on earth', '2026-11-29T02:00Z', '2008-11-29', 'REVIEW'],
    ['passes who is old enough since yesterday', '2026-11-29T12:00Z', '2008-11-29', 'PASS'],
    ['fails who has the birthday the day after tomorrow', '2026-11-27T09:59Z', '2008-11-28', 'FAIL'],
  ])('%s', { tags: ['DRUN-57'] }, (_, at, birthDate, outcome) => {
    const evaluation = judge([printed({ birthDate })], { minimumAge: 18, now: Date.parse(at) });
    const code = { REVIEW: 'AGE_DEPENDS_ON_TIME_ZONE', FAIL: 'UNDER_MINIMUM_AGE' }[outcome];
    expect(evaluation).toMatchObject({
      outcomes: { ageVerificationCheckResult: outcome },
      findings: code ? [{ member: 'ageVerificationCheckResult', code, outcome }] : [],
    });
  });

  it.each([
    ['70 years and 35 years of validity', '1961-03-01', '2066-12-31', 'PASS'],
    ['70 years and 37 years of validity', '1961-03-01', '2068-01-01', 'REVIEW'],
    ['69 years and 35 years of validity', '1961-03-02', '2066-12-31', 'REVIEW'],
  ])(
    'judges the expiry of a Czech card by the age of its holder: %s',
    {
      tags: ['DRUN-52'],
    },
    (_, birthDate, expiryDate, outcome) => {
      const czech = { ...card, issuer: 'CZE', nationality: 'CZE', birthDate, expiryDate };
      expect(judge([side({ reading: readingOf(czech) })], { documentType: 'NATIONAL_ID' })).toMatchObject({
        outcomes: { logicCheckResult: outcome },
      });
    },
  );

  it('judges the expiry by the birth date of the document, not by a typed century', () => {
    const young = { ...card, birthDate: '1996-03-05', expiryDate: '2066-12-31' };
    const evaluation = judge([side({ reading: readingOf(young) })], {
      documentType: 'NATIONAL_ID',
      expected: { fullName: null, dateOfBirth: '1896-03-05' },
    });
    expect(evaluation).toMatchObject({
      outcomes: { logicCheckResult: 'REVIEW' },
      findings: [{ code: 'EXPIRATION_IMPLAUSIBLE' }],
    });
  });

  it.each([
    ['with the same birth date', '1974-08-12', 'PASS'],
    ['without a birth date', null, 'REVIEW'],
    ['with another birth date', '1944-08-12', 'REVIEW'],
  ])('compares the name of a document with a suffix %s', { tags: ['DRUN-55'] }, (_, dateOfBirth, outcome) => {
    const reading = printed({ surname: 'SMITH JR', givenNames: 'JOHN' });
    expect(judge([reading], { expected: { fullName: 'John Smith', dateOfBirth } })).toMatchObject({
      outcomes: { nameMatchCheckResult: outcome },
    });
  });

  it('evaluates every member of every valid document', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('TD1', 'TD3'), (seed, format) => {
        const identity = randomMrzIdentity(createSeededRandom(seed), format as 'TD1' | 'TD3');
        for (const documentType of ['PASSPORT', 'NATIONAL_ID', 'RESIDENT_PERMIT'] as const) {
          const evaluation = judge([side({ reading: readingOf(identity) })], { documentType });
          if (evaluation.kind === 'retry') expect(evaluation.reasons).toEqual(['WRONG_DOCUMENT_TYPE']);
          else {
            expect(Object.keys(evaluation.outcomes)).toHaveLength(14);
            expect(evaluation.outcomes.dataIntegrityCheckResult).toBe('PASS');
            expect(evaluation.extracted.documentNumber).toBe(identity.documentNumber);
          }
        }
      }),
    );
  });
});

describe('machine-readable lines on both sides', () => {
  const maria: MrzIdentity = {
    ...card,
    surname: 'LUND',
    givenNames: 'MARIA',
    documentNumber: 'M11111111',
    birthDate: '1980-02-03',
  };
  const ana = { surname: 'ROJAS', givenNames: 'ANA', documentNumber: 'A22222222', birthDate: '2014-03-05' };
  const back = side({ reading: readingOf(maria), documentWidthPx: 760 });
  const frontLike = (identity: Partial<MrzIdentity>, changes: Partial<MrzReading> = {}) => {
    const reading = readingOf({ ...maria, format: 'TD2', ...identity }, { confidence: 0.9, ...changes });
    return side({ reading, documentWidthPx: 760 });
  };
  const judgeBoth = (front: SideView) => judge([front, back], { documentType: 'NATIONAL_ID' });

  it.each<[string, Partial<MrzIdentity>, string]>([
    ['another person', ana, 'FAIL'],
    ['another birth date', { birthDate: '1980-02-04' }, 'FAIL'],
    ['another name', { surname: 'ROJAS' }, 'REVIEW'],
    ['another number', { documentNumber: 'A22222222' }, 'REVIEW'],
    ['another expiry date', { expiryDate: '2036-03-01' }, 'REVIEW'],
  ])('reports lines of %s on the other side', { tags: ['DRUN-51'] }, (_, identity, outcome) => {
    expect(judgeBoth(frontLike(identity))).toMatchObject({
      outcomes: { matchCheckResult: outcome },
      findings: [{ member: 'matchCheckResult', code: 'ZONES_DIFFERENT', outcome }],
    });
  });

  it('never fails lines of another person by a corrected reading', () => {
    expect(judgeBoth(frontLike(ana, { rawLines: ['', ''], corrected: true }))).toMatchObject({
      outcomes: { matchCheckResult: 'REVIEW' },
    });
  });

  it('ignores an uncertain reading, one with a wrong check digit, and the same data twice', () => {
    const wrong = withWrongCheckDigit(mrzLines({ ...maria, ...ana, format: 'TD2' }), 'documentNumber');
    for (const front of [
      frontLike(ana, { accepted: false }),
      frontLike(ana, { lines: wrong, rawLines: wrong }),
      frontLike({}),
    ])
      expect(judgeBoth(front)).toMatchObject({
        outcomes: { matchCheckResult: 'NOT_PERFORMED' },
        findings: [],
      });
    expect(judge([side(), side()])).toMatchObject({ outcomes: { matchCheckResult: 'NOT_PERFORMED' } });
  });
});

describe('front without colour', () => {
  const copied = { code: 'PAGE_WITHOUT_COLOUR', member: 'photocopyCheckResult', outcome: 'REVIEW' };

  it('sends a front without colour to REVIEW', { tags: ['DRUN-59'] }, () => {
    const evaluation = judge([side({ colour: 0.01 })]);
    expect(evaluation).toMatchObject({
      outcomes: { photocopyCheckResult: 'REVIEW', dataIntegrityCheckResult: 'PASS' },
      findings: [copied],
    });
  });

  it.each([
    ['a front with colour', [side({ colour: 0.02 })]],
    ['a front with unknown colour', [side({ colour: null })]],
    ['a back without colour', [side(), side({ colour: 0.01 })]],
  ])('returns NOT_PERFORMED, without a finding, for %s', (_, sides) => {
    expect(judge(sides)).toMatchObject({ outcomes: { photocopyCheckResult: 'NOT_PERFORMED' }, findings: [] });
  });
});
