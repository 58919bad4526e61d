import {
  createSeededRandom,
  type FrenchCardIdentity,
  frenchCardLines,
  type MrzFormat,
  type MrzIdentity,
  mrzLines,
  randomMrzIdentity,
  utopianPassport,
} from '@vendor/specimens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMrz } from './parse-mrz.ts';

const today = '2031-03-01';
const passport = utopianPassport(new Date(today));
const formats: readonly MrzFormat[] = ['TD1', 'TD2', 'TD3'];
const identities = fc
  .tuple(fc.nat(), fc.constantFrom(...formats))
  .map(([seed, format]) => randomMrzIdentity(createSeededRandom(seed), format));
const frenchCard: FrenchCardIdentity = {
  surname: 'MARTIN',
  givenNames: 'MALO ALAIN',
  documentNumber: '200567500750',
  office: '671234',
  birthDate: '1980-12-03',
  sex: 'M',
};
const card: MrzIdentity = {
  ...passport,
  format: 'TD1',
  documentCode: 'ID',
  documentNumber: 'D23145890',
  optionalData: '',
};

describe('parseMrz', () => {
  it('reads the fields of a specimen passport', () => {
    expect(parseMrz('TD3', mrzLines(passport), today)).toEqual({
      format: 'TD3',
      documentCode: 'P',
      issuer: 'UTO',
      nationality: 'UTO',
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      isNameCut: false,
      documentNumber: 'L898902C3',
      birthDate: '1974-08-12',
      expirationDate: '2039-02-28',
      sex: 'FEMALE',
      personalNumber: 'ZE184226B',
      malformed: [],
    });
  });

  it('reads back every identity that can be written', () => {
    fc.assert(
      fc.property(identities, (identity) => {
        const content = parseMrz(identity.format, mrzLines(identity), today);
        expect(content).toMatchObject({
          issuer: identity.issuer,
          nationality: identity.nationality,
          documentNumber: identity.documentNumber,
          expirationDate: identity.expiryDate,
          birthDate: identity.birthDate,
          malformed: [],
        });
        // A field too short for the names contains their beginning.
        const printed = `${identity.surname}  ${identity.givenNames}`;
        const read = `${content?.surname}  ${content?.givenNames}`.trimEnd();
        expect(printed.slice(0, read.length)).toBe(read);
        if (printed.length < 30)
          expect(content).toMatchObject({ isNameCut: false, givenNames: identity.givenNames });
        if (printed.length > 39) expect(read.length).toBeLessThan(printed.length);
      }),
      { numRuns: 200 },
    );
  });

  it('reads a surname alone, and one that fills its field', () => {
    const alone = { ...passport, surname: 'ARKFREITH', givenNames: '' };
    expect(parseMrz('TD3', mrzLines(alone), today)).toMatchObject({
      surname: 'ARKFREITH',
      givenNames: '',
      isNameCut: false,
    });
    const filling = { ...passport, surname: 'A'.repeat(50) };
    expect(parseMrz('TD3', mrzLines(filling), today)).toMatchObject({
      surname: 'A'.repeat(39),
      givenNames: '',
      isNameCut: true,
    });
  });

  it.each(['<<ANNA<MARIA', '<ANNA<MARIA', 'ANNA<MARIA'])('reads %s as a single name', (names) => {
    const lines = [`P<UTO${names}`.padEnd(44, '<'), mrzLines(passport)[1]!];
    expect(parseMrz('TD3', lines, today)).toMatchObject({
      surname: 'ANNA MARIA',
      givenNames: '',
      malformed: [],
    });
  });

  it('reports an empty field of names as malformed', () => {
    const lines = ['P<UTO'.padEnd(44, '<'), mrzLines(passport)[1]!];
    expect(parseMrz('TD3', lines, today)).toMatchObject({ surname: '', malformed: ['names'] });
  });

  it.each([
    ['C1', 'USA', 'USA'],
    ['I', 'QQ', ''],
    ['AC', 'D', 'XXA'],
  ])('reads the code %s, the issuer %s and the nationality "%s"', (documentCode, issuer, nationality) => {
    const lines = mrzLines({ ...card, documentCode, issuer, nationality });
    expect(parseMrz('TD1', lines, today)).toMatchObject({ documentCode, issuer, nationality, malformed: [] });
  });

  it.each([
    ['UTO', 'M', 'MALE', []],
    ['UTO', 'F', 'FEMALE', []],
    ['UTO', '<', 'UNSPECIFIED', []],
    ['UTO', 'X', 'UNSPECIFIED', []],
    ['UTO', 'H', null, ['sex']],
    ['UTO', 'K', null, ['sex']],
    ['MEX', 'H', 'MALE', []],
    ['MEX', 'M', 'FEMALE', []],
    ['MEX', 'X', 'UNSPECIFIED', []],
  ])('reads the sex of a card of %s with %s as %s', (issuer, letter, sex, malformed) => {
    const [first = '', second = '', names = ''] = mrzLines({ ...card, issuer });
    const lines = [first, second.slice(0, 7) + letter + second.slice(8), names];
    expect(parseMrz('TD1', lines, today)).toMatchObject({ sex, malformed });
  });

  it('reads the sex of a Mexican passport by the standard, but not that of other Mexican cards', () => {
    const mexican = { ...passport, issuer: 'MEX', sex: 'M' } as const;
    expect(parseMrz('TD3', mrzLines(mexican), today)?.sex).toBe('MALE');
    expect(
      parseMrz('TD1', mrzLines({ ...card, ...mexican, ...{ format: 'TD1', documentCode: 'I' } }), today)?.sex,
    ).toBeNull();
  });

  it('reads a French card from before 2021', () => {
    expect(parseMrz('TD2', frenchCardLines(frenchCard), today)).toEqual({
      format: 'TD2',
      documentCode: 'ID',
      issuer: 'FRA',
      nationality: 'FRA',
      surname: 'MARTIN',
      givenNames: 'MALO ALAIN',
      isNameCut: false,
      documentNumber: '200567500750',
      birthDate: '1980-12-03',
      expirationDate: null,
      sex: 'MALE',
      personalNumber: null,
      malformed: [],
      latestExpirationDate: '2031-08-03',
    });
  });

  it.each([
    ['an adult, from 2004 on', '0506932', '1962-06-20', '2020-06-30'],
    ['an adult, before 2004', '9409923', '1965-12-06', '2004-09-30'],
    ['a minor', '1502756', '2005-01-20', '2025-02-28'],
    ['a holder who came of age in that month', '1502756', '1997-02-20', '2030-02-28'],
    ['the last month of issue', '2103756', '1980-01-20', '2031-08-03'],
    ['a holder who was just 70 in August 2021', '2103756', '1951-08-02', '2036-03-31'],
    ['a holder who was not yet 70 in August 2021', '2103756', '1951-08-03', '2031-08-03'],
    ['a holder whose birth date is read as 2029', '1502756', '1929-01-20', '2030-02-28'],
  ])(
    'estimates the latest expiry date of a French card of %s',
    (_, number, birthDate, latestExpirationDate) => {
      const lines = frenchCardLines({ ...frenchCard, documentNumber: number.padEnd(12, '0'), birthDate });
      expect(parseMrz('TD2', lines, today)).toMatchObject({ latestExpirationDate });
    },
  );

  it('reports the number of a French card without a month as malformed', () => {
    const lines = frenchCardLines({ ...frenchCard, documentNumber: '201367500750' });
    expect(parseMrz('TD2', lines, today)).toMatchObject({ malformed: ['documentNumber'] });
  });

  it('reports names of a French card that fill their field as truncated', () => {
    const lines = frenchCardLines({ ...frenchCard, givenNames: 'MALO ALAIN JEAN' });
    expect(parseMrz('TD2', lines, today)).toMatchObject({ givenNames: 'MALO ALAIN J', isNameCut: true });
  });

  it('reports fields with characters that are not allowed in them', () => {
    const [first = '', second = ''] = mrzLines(passport);
    const lines = [`1<${first.slice(2)}`, `${second.slice(0, 20)}Q${second.slice(21)}`];
    expect(parseMrz('TD3', lines, today)?.malformed).toEqual(expect.arrayContaining(['documentCode', 'sex']));
  });

  it('returns null for lines of another format', () => {
    expect(parseMrz('TD2', mrzLines(passport), today)).toBeNull();
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.array(fc.string()), (format, lines) => {
        expect(parseMrz(format, lines, today)).toBeNull();
      }),
    );
  });
});
