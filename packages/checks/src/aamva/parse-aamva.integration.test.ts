import { type AamvaFlaws, aamvaText, specimenLicence } from '@vendor/specimens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BarcodeAnomaly, findAnomalies } from './find-anomalies.ts';
import { parseAamva } from './parse-aamva.ts';

const today = '2031-03-01';
const licence = specimenLicence(new Date(today));

function parse(flaws: AamvaFlaws = {}, changes: Partial<typeof licence> = {}) {
  const content = parseAamva(aamvaText({ ...licence, ...changes }, flaws));
  if (!content) throw new Error('The text was not parsed as a licence.');
  return content;
}

describe('parseAamva', () => {
  it('reads the data of a licence', () => {
    expect(parse()).toMatchObject({
      kind: 'DRIVERS_LICENSE',
      issuer: { country: 'USA', state: 'VA' },
      country: 'USA',
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      isNameCut: false,
      documentNumber: 'T64235789',
      birthDate: '1974-08-12',
      issueDate: '2029-03-01',
      expirationDate: '2037-03-01',
      sex: 'FEMALE',
      street: '2300 WEST BROAD STREET',
      city: 'RICHMOND',
      state: 'VA',
      postalCode: '23269',
      malformed: [],
    });
  });

  it('reads a Canadian licence, with dates that begin with the year', () => {
    const ontario = { issuerNumber: '636012', state: 'ON', country: 'CAN', postalCode: 'M5V2T6' } as const;
    expect(parse({}, ontario)).toMatchObject({
      issuer: { country: 'CAN', state: 'ON' },
      birthDate: '1974-08-12',
      postalCode: 'M5V 2T6',
    });
  });

  it.each<[string, AamvaFlaws, object]>([
    ['an identity card', { subfile: 'ID' }, { kind: 'NATIONAL_ID' }],
    ['an enhanced licence', { subfile: 'EN' }, { kind: 'DRIVERS_LICENSE' }],
    ['an element twice', { elements: { DCK: '1\nDCSOTHER' } }, { surname: 'ERIKSSON' }],
    ['no middle name', { elements: { DAD: 'NONE' } }, { givenNames: 'ANNA' }],
    [
      'given names in one element',
      { elements: { DAC: null, DAD: null, DCT: 'ANNA,MARIA' } },
      { givenNames: 'ANNA MARIA' },
    ],
    [
      'all names in one',
      { elements: { DAC: null, DAD: null, DCS: null, DAA: 'ERIKSSON,ANNA,MARIA' } },
      { surname: 'ERIKSSON', givenNames: 'ANNA MARIA' },
    ],
    ['a name that was cut', { elements: { DDF: 'T' } }, { isNameCut: true }],
    ['a whole postal code', { elements: { DAK: '232691234  ' } }, { postalCode: '23269-1234' }],
    [
      'a second line of the street',
      { elements: { DAH: 'APT 4' } },
      { street: '2300 WEST BROAD STREET, APT 4' },
    ],
    ['an unspecified sex', { elements: { DBC: '9' } }, { sex: 'UNSPECIFIED' }],
    [
      'a date that does not exist',
      { elements: { DBB: '02301974' } },
      { birthDate: null, malformed: ['DBB'] },
    ],
    [
      'dates that begin with the year',
      { elements: { DBA: '20321031', DBB: '19740812', DBD: '20290301' } },
      { expirationDate: '2032-10-31', birthDate: '1974-08-12', issueDate: '2029-03-01', malformed: [] },
    ],
    ['a date followed by letters', { elements: { DBA: '10312032XX ' } }, { expirationDate: '2032-10-31' }],
    ['a date with separators', { elements: { DBA: '10/31/2032' } }, { expirationDate: '2032-10-31' }],
    ['a date in an invalid order', { elements: { DBA: '20323110' } }, { malformed: ['DBA'] }],
    ['a date of nine digits', { elements: { DBA: '103120321' } }, { malformed: ['DBA'] }],
    ['a date of another century', { elements: { DBB: '08121074' } }, { malformed: ['DBB'] }],
    ['no expiry', { elements: { DBA: '99999999' } }, { expirationDate: null, malformed: [] }],
    ['no expiry, in words', { elements: { DBA: 'Indef' } }, { expirationDate: null, malformed: [] }],
    ...['unavl', 'UNAVL', 'None', 'N/A', 'unavailable', 'unk', 'NMN', '--'].map(
      (none): [string, AamvaFlaws, object] => [
        `the placeholder ${none} in place of a name`,
        { elements: { DAD: none, DCU: none } },
        { givenNames: 'ANNA', surname: 'ERIKSSON', suffix: null },
      ],
    ),
    [
      'a placeholder among given names',
      { elements: { DAC: null, DAD: null, DCT: 'ANNA,unavl' } },
      { givenNames: 'ANNA' },
    ],
    ['a surname that resembles a placeholder', { elements: { DCS: 'NA' } }, { surname: 'NA' }],
    [
      'a person with a single name',
      { elements: { DCS: 'unavl', DAD: 'NONE' } },
      { surname: 'ANNA', givenNames: '' },
    ],
    [
      'a person without a given name',
      { elements: { DCS: 'SUHARTO', DAC: 'FNU', DAD: 'NONE' } },
      { surname: 'SUHARTO', givenNames: '' },
    ],
    [
      'a person without a surname',
      { elements: { DCS: 'LNU', DAC: 'SUHARTO', DAD: 'NONE' } },
      { surname: 'SUHARTO', givenNames: '' },
    ],
    [
      'all names in one element with dollar signs',
      { elements: { DAC: null, DAD: null, DCS: null, DAA: 'ERIKSSON$ANNA$MARIA$JR' } },
      { surname: 'ERIKSSON', givenNames: 'ANNA MARIA', suffix: 'JR' },
    ],
    ['a repeated middle name', { elements: { DAC: null, DCT: 'ANNA MARIA' } }, { givenNames: 'ANNA MARIA' }],
    [
      'a suffix after the surname',
      { elements: { DCS: 'ERIKSSON, JR.' } },
      { surname: 'ERIKSSON', suffix: 'JR' },
    ],
    ['a name in Latin-1', { elements: { DCS: 'MUÑOZ' } }, { surname: 'MUÑOZ' }],
    ['a name in UTF-8', { elements: { DCS: Buffer.from('MUÑOZ').toString('latin1') } }, { surname: 'MUÑOZ' }],
    ['a name that is not truncated', { elements: { DDF: 'U' } }, { isNameCut: false }],
    [
      'a padded postal code',
      { elements: { DAK: ' 23269 0000 00 ' } },
      { postalCode: '23269', malformed: [] },
    ],
    ['an invalid postal code', { elements: { DAK: 'unknown zip' } }, { postalCode: null, malformed: [] }],
    ['a territory as the country', { elements: { DCG: 'GUM' } }, { country: 'USA' }],
    ['a country of two letters', { elements: { DCG: 'us' } }, { country: 'USA' }],
    ['an unknown country in words', { elements: { DCG: 'USOFA' } }, { country: null, malformed: ['DCG'] }],
    ['a header without separators', { opening: 'ANSI ' }, { surname: 'ERIKSSON' }],
  ])('reads %s', (_, flaws, expected) => {
    expect(parse(flaws)).toMatchObject(expected);
  });

  it.each<[string, (text: string) => string]>([
    ['lower-case identifiers', (text) => text.replace(/(?<=\n)D[A-Z]{2}/g, (id) => id.toLowerCase())],
    ['no designator before the first element', (text) => text.replace('DLDAQ', 'DAQ')],
    ['carriage return and line feed', (text) => text.replaceAll('\n', '\r\n')],
    ['only carriage returns', (text) => text.replace(/\n(?=D)/g, '\r')],
    ['the file separator', (text) => text.replace('\x1e', '\x1c')],
    ['the first edition', (text) => text.replace('636000100101DL', '63600001' + '01DL')],
    ['no jurisdiction version', (text) => text.replace('636000100101DL', '63600010' + '01DL')],
    ['no list of subfiles', (text) => text.replace(/100101DL\d{8}/, '100101')],
  ])('reads a text with %s', (_, change) => {
    expect(parseAamva(change(aamvaText(licence)))).toMatchObject({
      kind: 'DRIVERS_LICENSE',
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      documentNumber: 'T64235789',
      birthDate: '1974-08-12',
      malformed: [],
    });
  });

  it.each(['', 'https://example.com/636000', '@\n\x1e\rANSI 63600', `${'x'.repeat(40)}ANSI 6360001001`])(
    'returns null for %j, which is not a licence',
    (text) => expect(parseAamva(text)).toBeNull(),
  );

  it('never throws, whatever a code contains', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(400), (bytes, place) => {
        const noise = Buffer.from(bytes).toString('latin1');
        const text = aamvaText(licence);
        for (const hostile of [`@\n\x1e\rANSI 636000100199${noise}`, text.slice(0, place) + noise]) {
          const content = parseAamva(hostile);
          if (content) findAnomalies(content, today);
        }
      }),
    );
  });
});

describe('findAnomalies', () => {
  it('finds no anomaly in a standard licence or identity card', () => {
    expect(findAnomalies(parse(), today)).toEqual([]);
    const card = { subfile: 'ID', elements: { DCA: null, DCB: null, DCD: null } };
    expect(findAnomalies(parse(card), today)).toEqual([]);
  });

  it('accepts a card issued today in Guam, when it is yesterday in UTC', () => {
    const guam = { issuerNumber: '636019', state: 'GU', issueDate: '2031-03-02' };
    expect(findAnomalies(parse({}, guam), today)).toEqual([]);
    expect(findAnomalies(parse({}, { ...guam, issueDate: '2031-03-03' }), today)).toEqual([
      'BARCODE_DATES_IMPOSSIBLE',
    ]);
  });

  it('reports a card that is neither licence nor identity card', () => {
    expect(findAnomalies(parse({ subfile: 'XX' }), today)).toContain('BARCODE_HEADER_MALFORMED');
  });

  it.each<[BarcodeAnomaly, AamvaFlaws, Partial<typeof licence>?]>([
    ['BARCODE_HEADER_MALFORMED', { opening: '@\nANSI ' }],
    ['BARCODE_VERSION_UNKNOWN', { version: '37' }],
    ['BARCODE_LENGTHS_WRONG', { lengthOff: 1 }],
    ['BARCODE_LENGTHS_WRONG', { lengthOff: -3 }],
    ['BARCODE_ELEMENT_MISSING', { elements: { DCF: null } }],
    ['BARCODE_ELEMENT_MISSING', { elements: { DCA: null } }],
    ['BARCODE_ISSUER_UNKNOWN', {}, { issuerNumber: '636099' }],
    ['BARCODE_COUNTRY_DIFFERENT', {}, { issuerNumber: '636012', state: 'ON' }],
    ['BARCODE_COUNTRY_DIFFERENT', { elements: { DCG: 'CA' } }],
    ['BARCODE_DATES_IMPOSSIBLE', { elements: { DBA: '20290228' } }],
    ['BARCODE_STATE_DIFFERENT', {}, { issuerNumber: '636014' }],
    ['BARCODE_DATES_IMPOSSIBLE', {}, { issueDate: '2031-03-02' }],
    ['BARCODE_DATES_IMPOSSIBLE', {}, { issueDate: '1974-08-11' }],
    ['BARCODE_DATES_IMPOSSIBLE', {}, { expiryDate: '2029-03-01' }],
  ])('finds only %s: %j %j', (anomaly, flaws, changes = {}) => {
    const found = findAnomalies(parse(flaws, changes), today);
    expect(found).toEqual([anomaly]);
  });
});
