import { describe, expect, it } from 'vitest';
import { mrzCheckDigit } from './check-digit.ts';
import { frenchCardLines, type MrzIdentity, mrzLines } from './mrz-lines.ts';
import { randomMrzIdentity } from './random-mrz.ts';
import { createSeededRandom } from './seeded-random.ts';

/** The specimen of ICAO 9303-4, appendix B. */
const passport: MrzIdentity = {
  format: 'TD3',
  documentCode: 'P',
  issuer: 'UTO',
  surname: 'Eriksson',
  givenNames: 'Anna Maria',
  documentNumber: 'L898902C3',
  nationality: 'UTO',
  birthDate: '1974-08-12',
  sex: 'F',
  expiryDate: '2012-04-15',
  optionalData: 'ZE184226B',
};

describe('mrzLines', () => {
  it('writes the passport specimen of ICAO 9303-4', () => {
    expect(mrzLines(passport)).toEqual([
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ]);
  });

  it('writes the card specimen of ICAO 9303-5', () => {
    const { optionalData: _, ...rest } = passport;
    expect(mrzLines({ ...rest, format: 'TD1', documentCode: 'I', documentNumber: 'D23145890' })).toEqual([
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ]);
  });

  it('writes the card specimen of ICAO 9303-6', () => {
    const { optionalData: _, ...rest } = passport;
    expect(mrzLines({ ...rest, format: 'TD2', documentCode: 'I', documentNumber: 'D23145890' })).toEqual([
      'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<',
      'D231458907UTO7408122F1204159<<<<<<<6',
    ]);
  });

  it('writes a visa without a composite check digit', () => {
    const visa = { ...passport, documentCode: 'V', optionalData: '6ZE184226B' };
    expect(mrzLines(visa)[1]).toBe('L898902C36UTO7408122F12041596ZE184226B<<<<<<');
    expect(mrzLines({ ...visa, format: 'TD2', optionalData: '' })[1]).toBe(
      'L898902C36UTO7408122F1204159<<<<<<<<',
    );
  });

  it('writes the French card from before 2021', () => {
    const lines = frenchCardLines({
      surname: 'MARTIN',
      givenNames: 'MALO ALAIN JEAN',
      documentNumber: '200567500750',
      office: '671234',
      birthDate: '1980-12-03',
      sex: 'M',
    });
    expect(lines).toEqual(['IDFRAMARTIN<<<<<<<<<<<<<<<<<<<671234', '2005675007503MALO<<ALAIN<<J8012034M1']);
  });

  it('continues a long card number in the optional data', () => {
    const { optionalData: _, ...rest } = passport;
    const [first] = mrzLines({ ...rest, format: 'TD1', documentCode: 'I', documentNumber: 'D23145890734' });
    expect(first).toBe('I<UTOD23145890<7349<<<<<<<<<<<');
  });

  it('transliterates names to the letters of a machine-readable zone', () => {
    const [first] = mrzLines({ ...passport, surname: "Müller-O'Brién", givenNames: 'Zoë Åse' });
    expect(first).toBe('P<UTOMUELLER<OBRIEN<<ZOE<AASE<<<<<<<<<<<<<<<');
  });

  it('rejects a number that does not fit', () => {
    expect(() => mrzLines({ ...passport, documentNumber: 'L898902C36' })).toThrow(RangeError);
  });

  it.each([
    ['TD1', 3, 30],
    ['TD2', 2, 36],
    ['TD3', 2, 44],
  ] as const)('fills the lines of %s', (format, count, length) => {
    const random = createSeededRandom(7);
    for (let i = 0; i < 200; i++) {
      const lines = mrzLines(randomMrzIdentity(random, format));
      expect(lines).toHaveLength(count);
      for (const line of lines) expect(line).toMatch(new RegExp(`^[A-Z0-9<]{${length}}$`));
    }
  });
});

describe('mrzCheckDigit', () => {
  it('computes the digits of the examples in ICAO 9303-3', () => {
    expect(mrzCheckDigit('520727')).toBe('3');
    expect(mrzCheckDigit('AB2134<<<')).toBe('5');
  });
});
