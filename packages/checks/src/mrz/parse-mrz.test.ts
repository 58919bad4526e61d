import {
  createSeededRandom,
  type MrzFormat,
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
  .map(([seed, format]) => randomMrzIdentity(createSeededRandom(seed), format))
  // What begins so is the French card of 1988, whose lines are laid out otherwise.
  .filter(({ format, documentCode, issuer }) => format !== 'TD2' || documentCode + issuer !== 'IDFRA');

describe('parseMrz', () => {
  it('reads what a specimen passport says', () => {
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
        // A zone too short for the names holds their beginning.
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

  it('knows a surname alone, and one that fills the zone', () => {
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

  it('names fields that are not what their place demands', () => {
    const [first = '', second = ''] = mrzLines(passport);
    const lines = [`V<${first.slice(2)}`, `${second.slice(0, 20)}Q${second.slice(21)}`];
    expect(parseMrz('TD3', lines, today)?.malformed).toEqual(expect.arrayContaining(['documentCode', 'sex']));
  });

  it('answers null for lines of another format', () => {
    expect(parseMrz('TD2', mrzLines(passport), today)).toBeNull();
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.array(fc.string()), (format, lines) => {
        expect(parseMrz(format, lines, today)).toBeNull();
      }),
    );
  });
});
