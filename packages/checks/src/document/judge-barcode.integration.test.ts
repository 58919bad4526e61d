import { type AamvaFlaws, aamvaText, type MrzIdentity, mrzLines, specimenLicence } from '@vendor/specimens';
import type { Quad } from '@vendor/vision';
import { describe, expect, it } from 'vitest';
import type { DocumentTask } from './document-task.ts';
import { judgeDocument } from './judge-document.ts';
import type { SideView } from './measure-side.ts';

const now = Date.parse('2031-03-01T10:00:00Z');
const licence = specimenLicence(new Date(now));
const corners: Quad = [
  { x: 400, y: 150 },
  { x: 1480, y: 150 },
  { x: 1480, y: 831 },
  { x: 400, y: 831 },
];

/** Creates a good picture of a card. */
function side(changes: Partial<SideView> = {}): SideView {
  return {
    width: 1920,
    height: 1080,
    corners,
    pageByMrz: null,
    reading: null,
    barcode: null,
    exposure: { mean: 180, contrast: 150 },
    glare: { share: 0 },
    isWhite: false,
    bandGlare: null,
    colour: 0.14,
    blurPx: 0.7,
    isSmeared: false,
    look: null,
    documentWidthPx: 1080,
    ...changes,
  };
}

const front = side();
const backOf = (flaws: AamvaFlaws = {}, changes: Partial<typeof licence> = {}) =>
  side({ barcode: { text: aamvaText({ ...licence, ...changes }, flaws) } });

function judge(back: SideView, changes: Partial<DocumentTask> = {}, first = front) {
  return judgeDocument(
    {
      documentType: 'DRIVERS_LICENSE',
      front: new Uint8Array(),
      back: null,
      expected: { fullName: null, dateOfBirth: null },
      minimumAge: null,
      now,
      acceptsSpecimens: true,
      ...changes,
    },
    [first, back],
  );
}

describe('judging a card by its barcode', () => {
  it('judges a licence and extracts its data', {
    tags: ['DRUN-71', 'DRUN-74', 'DRUN-75', 'DRUN-76'],
  }, () => {
    const expected = { fullName: 'Anna Maria Eriksson', dateOfBirth: '1974-08-12' };
    expect(judge(backOf(), { expected, minimumAge: 18 })).toEqual({
      kind: 'evaluated',
      outcomes: {
        imageQualityCheckResult: 'PASS',
        documentValidityCheckResult: 'PASS',
        formatCheckResult: 'PASS',
        matchCheckResult: 'NOT_PERFORMED',
        logicCheckResult: 'PASS',
        barcodeAnomalyCheckResult: 'PASS',
        dataIntegrityCheckResult: 'PASS',
        nameMatchCheckResult: 'PASS',
        dateOfBirthCheckResult: 'PASS',
        ageVerificationCheckResult: 'PASS',
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
        documentType: 'DRIVERS_LICENSE',
        documentNumber: 'T64235789',
        documentIssueDate: '2029-03-01',
        documentExpirationDate: '2037-03-01',
        country: 'US',
        personalIdNumber: null,
        address: '2300 WEST BROAD STREET, RICHMOND, VA 23269',
        postalCode: '23269',
        state: 'VA',
      },
      findings: [],
    });
  });

  it.each<[string, SideView, object, Partial<DocumentTask>?]>([
    ['EXPIRED', backOf({}, { expiryDate: '2031-02-27' }), { documentValidityCheckResult: 'FAIL' }],
    [
      'EXPIRATION_DATE_UNKNOWN',
      backOf({ elements: { DBA: '99999999' } }),
      { documentValidityCheckResult: 'REVIEW' },
    ],
    ['FIELD_MALFORMED', backOf({ elements: { DBC: '7' } }), { formatCheckResult: 'REVIEW' }],
    [
      'BARCODE_ISSUER_UNKNOWN',
      backOf({}, { issuerNumber: '636099' }),
      { barcodeAnomalyCheckResult: 'REVIEW' },
    ],
    [
      'BARCODE_LENGTHS_WRONG',
      backOf({ lengthOff: 2 }),
      { barcodeAnomalyCheckResult: 'REVIEW', dataIntegrityCheckResult: 'REVIEW' },
    ],
    [
      'BARCODE_DATES_IMPOSSIBLE',
      backOf({}, { issueDate: '2031-03-02' }),
      { barcodeAnomalyCheckResult: 'FAIL' },
    ],
    [
      'BARCODE_COUNTRY_DIFFERENT',
      backOf({}, { issuerNumber: '636012', state: 'ON' }),
      { barcodeAnomalyCheckResult: 'FAIL' },
    ],
    [
      'NAME_DIFFERENT',
      backOf(),
      { nameMatchCheckResult: 'FAIL' },
      { expected: { fullName: 'John Smith', dateOfBirth: null } },
    ],
    [
      'DATE_OF_BIRTH_DIFFERENT',
      backOf(),
      { dateOfBirthCheckResult: 'FAIL' },
      { expected: { fullName: null, dateOfBirth: '1874-08-12' } },
    ],
    ['UNDER_MINIMUM_AGE', backOf(), { ageVerificationCheckResult: 'FAIL' }, { minimumAge: 57 }],
    [
      'BIRTH_DATE_UNKNOWN',
      backOf({ elements: { DBB: null } }),
      { ageVerificationCheckResult: 'REVIEW' },
      { minimumAge: 18 },
    ],
    [
      'BARCODE_UNREADABLE',
      side({ barcode: { text: null } }),
      { barcodeAnomalyCheckResult: 'REVIEW', formatCheckResult: 'NOT_PERFORMED' },
    ],
    [
      'ZONES_DIFFERENT',
      side({
        barcode: { text: aamvaText(licence), otherTexts: [aamvaText({ ...licence, surname: 'LUND' })] },
      }),
      { barcodeAnomalyCheckResult: 'REVIEW', formatCheckResult: 'PASS' },
    ],
  ])('reports %s', { tags: ['DRUN-53', 'DRUN-57'] }, (code, back, outcomes, changes) => {
    const evaluation = judge(back, changes);
    expect(evaluation).toMatchObject({ kind: 'evaluated', outcomes });
    expect(evaluation.kind === 'evaluated' && evaluation.findings.map((finding) => finding.code)).toContain(
      code,
    );
  });

  it.each([
    ['18 since yesterday', '2013-02-28', 'PASS'],
    ['18 today, but not everywhere on earth', '2013-03-01', 'REVIEW'],
    ['18 tomorrow, but today somewhere on earth', '2013-03-02', 'REVIEW'],
    ['18 the day after tomorrow', '2013-03-03', 'FAIL'],
  ])('judges the age of a holder who is %s', (_, birthDate, outcome) => {
    expect(judge(backOf({}, { birthDate }), { minimumAge: 18 })).toMatchObject({
      outcomes: { ageVerificationCheckResult: outcome },
    });
  });

  it('passes a licence while its last day has not ended everywhere', { tags: ['DRUN-49'] }, () => {
    expect(judge(backOf({}, { expiryDate: '2031-02-28' }))).toMatchObject({
      outcomes: { documentValidityCheckResult: 'PASS' },
    });
  });

  const arizona = { issuerNumber: '636026', state: 'AZ', birthDate: '2012-08-12' } as const;
  it.each<[string, Partial<typeof licence>, string]>([
    ['until the 65th birthday in Arizona', { ...arizona, expiryDate: '2077-08-12' }, 'PASS'],
    ['beyond the 65th birthday in Arizona', { ...arizona, expiryDate: '2077-08-13' }, 'REVIEW'],
    [
      'until the 65th birthday in another state',
      { birthDate: '2012-08-12', expiryDate: '2077-08-12' },
      'REVIEW',
    ],
  ])('judges a licence that is valid %s', (_, changes, outcome) => {
    expect(judge(backOf({}, changes))).toMatchObject({ outcomes: { logicCheckResult: outcome } });
  });

  it.each([
    ['Anna Eriksson Jr.', null, 'PASS'],
    ['Anna Eriksson', null, 'REVIEW'],
    ['Anna Eriksson', '1974-08-12', 'PASS'],
    ['Anna Eriksson Sr.', null, 'REVIEW'],
    ['Anna Eriksson Sr.', '1974-08-12', 'REVIEW'],
    ['Peter Lund Jr.', null, 'FAIL'],
    [{ surname: 'ERIKSSON JR', givenNames: 'ANNA', isCut: false }, null, 'PASS'],
  ])(
    'compares %j born %s with the name of a licence with the suffix JR: %s',
    (fullName, dateOfBirth, outcome) => {
      const expected = { fullName, dateOfBirth };
      for (const elements of [{ DCU: 'JR' }, { DCS: 'ERIKSSON JR' }])
        expect(judge(backOf({ elements }), { expected })).toMatchObject({
          outcomes: { nameMatchCheckResult: outcome },
        });
    },
  );

  it('ignores a suffix that may be an initial, or that names write in several ways', () => {
    const expected = { fullName: 'Anna Eriksson', dateOfBirth: null };
    for (const DCU of ['V', '2ND'])
      expect(judge(backOf({ elements: { DCU } }), { expected })).toMatchObject({
        outcomes: { nameMatchCheckResult: 'PASS' },
      });
  });

  it.each([
    ['no given name', { DAC: 'FNU', DAD: 'NONE', DCS: 'SUHARTO' }],
    ['no surname', { DAC: 'SUHARTO', DAD: 'NONE', DCS: 'LNU' }],
  ])('compares a single name with that of a licence that states %s', (_, elements) => {
    expect(
      judge(backOf({ elements }), { expected: { fullName: 'Suharto', dateOfBirth: null } }),
    ).toMatchObject({
      outcomes: { nameMatchCheckResult: 'PASS', formatCheckResult: 'PASS' },
      names: { surname: 'SUHARTO', givenNames: '' },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['a postal code with a space', { DAK: '23 269' }],
    ['dates that begin with the year', { DBA: '20370301', DBB: '19740812', DBD: '20290301' }],
    ['placeholders in lower case', { DAD: 'unavl', DCU: 'unavl', DAH: 'n/a' }],
  ])('passes a licence with %s', (_, elements) => {
    const evaluation = judge(backOf({ elements }));
    expect(evaluation).toMatchObject({ findings: [], outcomes: { formatCheckResult: 'PASS' } });
    expect(JSON.stringify(evaluation)).not.toMatch(/unavl|n\/a/i);
  });

  it('asks for a retry if an identity card is shown as a licence, and accepts it as what it is', () => {
    const card = backOf({ subfile: 'ID', elements: { DCA: null, DCB: null, DCD: null } });
    expect(judge(card)).toEqual({ kind: 'retry', reasons: ['WRONG_DOCUMENT_TYPE'] });
    expect(judge(card, { documentType: 'NATIONAL_ID' })).toMatchObject({
      outcomes: { barcodeAnomalyCheckResult: 'PASS' },
      extracted: { documentType: 'NATIONAL_ID', country: 'US' },
    });
  });

  it('returns NOT_PERFORMED for a code of another standard', () => {
    const evaluation = judge(side({ barcode: { text: 'https://example.com' } }));
    expect(evaluation).toMatchObject({
      outcomes: { barcodeAnomalyCheckResult: 'NOT_PERFORMED', formatCheckResult: 'NOT_PERFORMED' },
      extracted: { fullName: null },
    });
  });

  it('requires light, but not corners, for a card whose code was read', () => {
    const lost = { corners: null, documentWidthPx: null };
    expect(judge({ ...backOf(), ...lost })).toMatchObject({ outcomes: { imageQualityCheckResult: 'PASS' } });
    expect(judge({ ...backOf(), ...lost, exposure: { mean: 20, contrast: 20 } })).toEqual({
      kind: 'retry',
      reasons: ['IMAGE_TOO_DARK'],
    });
  });
});

describe('card with MRZ and barcode', () => {
  const lines: MrzIdentity = {
    format: 'TD1',
    documentCode: 'ID',
    issuer: 'USA',
    surname: 'ERIKSSON',
    givenNames: 'ANNA MARIA',
    documentNumber: 'T64235789',
    nationality: 'USA',
    birthDate: '1974-08-12',
    sex: 'F',
    expiryDate: '2037-03-01',
  };
  const withLines = (changes: Partial<MrzIdentity> = {}): SideView => {
    const printed = mrzLines({ ...lines, ...changes });
    const reading = {
      format: 'TD1' as const,
      lines: printed,
      rawLines: printed,
      corrected: false,
      accepted: true,
      contradiction: null,
      confidence: 0.99,
      pitchPx: 32,
      outline: corners,
    };
    return side({ reading });
  };
  const code = backOf({ subfile: 'ID', elements: { DCA: null, DCB: null, DCD: null } });
  const compare = (changes?: Partial<MrzIdentity>) =>
    judge(code, { documentType: 'NATIONAL_ID' }, withLines(changes));

  it('passes if MRZ and barcode agree, and adds data from the barcode', { tags: ['DRUN-51'] }, () => {
    expect(compare()).toMatchObject({
      outcomes: { matchCheckResult: 'PASS', barcodeAnomalyCheckResult: 'PASS' },
      extracted: { documentNumber: 'T64235789', documentIssueDate: '2029-03-01', postalCode: '23269' },
    });
  });

  it('takes the century of the birth date from the barcode', { tags: ['DRUN-57'] }, () => {
    const born = (birthDate: string, dateOfBirth: string | null) =>
      judge(
        backOf({ subfile: 'ID', elements: { DCA: null, DCB: null, DCD: null } }, { birthDate }),
        { documentType: 'NATIONAL_ID', minimumAge: 18, expected: { fullName: null, dateOfBirth } },
        withLines({ birthDate }),
      );
    expect(born('1929-05-17', null)).toMatchObject({
      outcomes: { ageVerificationCheckResult: 'PASS', matchCheckResult: 'PASS' },
      extracted: { age: 101 },
    });
    expect(born('2014-03-05', '1914-03-05')).toMatchObject({
      outcomes: { ageVerificationCheckResult: 'REVIEW', dateOfBirthCheckResult: 'REVIEW' },
      findings: [{ code: 'CENTURY_UNPROVEN' }, { code: 'CENTURY_UNPROVEN' }],
    });
  });

  it('sends a card with another code on its other side to REVIEW', () => {
    const both = { ...backOf(), reading: withLines().reading };
    expect(judge(both, {}, backOf({}, { documentNumber: 'T11111111' }))).toMatchObject({
      outcomes: { barcodeAnomalyCheckResult: 'REVIEW' },
      findings: expect.arrayContaining([
        { member: 'barcodeAnomalyCheckResult', code: 'ZONES_DIFFERENT', outcome: 'REVIEW' },
      ]),
    });
  });

  it('accepts a card as a licence by its code, whatever the first letters of its MRZ', () => {
    const both = { ...backOf(), reading: withLines().reading };
    expect(judge(both)).toMatchObject({
      outcomes: { matchCheckResult: 'PASS' },
      extracted: { documentType: 'DRIVERS_LICENSE', documentIssueDate: '2029-03-01' },
    });
    expect(judge(withLines())).toEqual({ kind: 'retry', reasons: ['WRONG_DOCUMENT_TYPE'] });
  });

  it.each<[string, Partial<MrzIdentity>, string]>([
    ['another birth date', { birthDate: '1975-08-12' }, 'FAIL'],
    ['another name', { surname: 'SMITH' }, 'REVIEW'],
    ['another number', { documentNumber: 'T64235780' }, 'REVIEW'],
    ['another expiry date', { expiryDate: '2036-03-01' }, 'REVIEW'],
  ])('reports MRZ and barcode with %s', { tags: ['DRUN-51'] }, (_, changes, outcome) => {
    expect(compare(changes)).toMatchObject({
      outcomes: { matchCheckResult: outcome },
      findings: [{ code: 'ZONES_DIFFERENT' }],
    });
  });
});
