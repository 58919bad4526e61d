import {
  createSeededRandom,
  frenchCardLines,
  type MrzIdentity,
  mrzCheckDigit,
  mrzLines,
  randomMrzIdentity,
} from '@vendor/specimens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReliable } from '../acceptance.ts';
import { MRZ_CHARACTERS } from '../cells/cell.ts';
import type { MrzFormat } from '../mrz-format.ts';
import { decodeZone } from './decode-zone.ts';
import { findWrongCheckDigits } from './wrong-check-digits.ts';
import { matchZoneLayout } from './zone-layout.ts';

const passport: MrzIdentity = {
  format: 'TD3',
  documentCode: 'P',
  issuer: 'UTO',
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  documentNumber: 'L898902C3',
  nationality: 'UTO',
  birthDate: '1974-08-12',
  sex: 'F',
  expiryDate: '2032-04-15',
  optionalData: 'ZE184226B',
};

const { optionalData: _, ...plainPassport } = passport;
const card: MrzIdentity = {
  ...plainPassport,
  format: 'TD1',
  documentCode: 'ID',
  issuer: 'D',
  nationality: 'D',
  documentNumber: 'D23145890',
};
const frenchCard = frenchCardLines({
  surname: 'MARTIN',
  givenNames: 'MALO ALAIN JEAN',
  documentNumber: '200567500750',
  office: '671234',
  birthDate: '1980-12-03',
  sex: 'M',
});

/** A card's lines with another character for the sex, which no check digit covers. */
function withSex(lines: readonly string[], sex: string): readonly string[] {
  return lines.map((line, index) => (index === 1 ? line.slice(0, 7) + sex + line.slice(8) : line));
}

/** A card with a long number whose check digit also covers the filler between its parts. */
function countingFiller(beginning: string, rest: string): readonly string[] {
  const [, second, names] = mrzLines({ ...card, documentCode: 'I', issuer: 'PRT', nationality: 'PRT' });
  const digit = mrzCheckDigit(`${beginning}<${rest}`);
  const first = `I<PRT${beginning}<${rest}${digit}`.padEnd(30, '<');
  const counted = first.slice(5) + second!.slice(0, 7) + second!.slice(8, 15) + second!.slice(18, 29);
  return [first, second!.slice(0, 29) + mrzCheckDigit(counted), names!];
}

/** Evidence of a picture with clear characters. */
const clearPicture = { pitchPx: 20, likeness: 0.9, flaw: 0, doubtfulFlaw: 0 };

function isAccepted(format: MrzFormat, lines: readonly string[]): boolean {
  const decoded = decodeZone(format, scoresOf(lines));
  return isReliable({ ...decoded, ...clearPicture, format, documentCode: decoded.lines[0]![0] });
}

/** A cell that is certain of its character, to 1 in a million for every other. */
function certainCell(character: string): Float32Array {
  return Float32Array.from(MRZ_CHARACTERS, (other) => (other === character ? 0 : Math.log(1e-6)));
}

/** A cell in which `seen` is likely and `meant` is possible. */
function doubtfulCell(seen: string, meant: string, possible = 0.2): Float32Array {
  return Float32Array.from(MRZ_CHARACTERS, (other) =>
    Math.log(other === seen ? 0.99 - possible : other === meant ? possible : 1e-6),
  );
}

function scoresOf(lines: readonly string[]): Float32Array[][] {
  return lines.map((line) => Array.from(line, certainCell));
}

describe('decodeZone', () => {
  it.each(['TD1', 'TD2', 'TD3'] as const)('keeps a clear %s zone unchanged', (format) => {
    const { optionalData: _, ...rest } = passport;
    const lines = mrzLines({ ...rest, format });
    const decoded = decodeZone(format, scoresOf(lines));
    expect(decoded.lines).toEqual(lines);
    expect(decoded.rawLines).toEqual(lines);
    expect(decoded.posterior).toBeGreaterThan(0.99);
    expect(decoded.cost).toBeCloseTo(0, 3);
  });

  it.each(['TD1', 'TD2', 'TD3'] as const)('keeps any valid %s zone unchanged', (format) => {
    const random = createSeededRandom(5);
    for (let i = 0; i < 8; i++) {
      const lines = mrzLines(randomMrzIdentity(random, format));
      expect(decodeZone(format, scoresOf(lines)).lines).toEqual(lines);
    }
  });

  it('decides between similar characters by check digits', () => {
    const lines = mrzLines(passport);
    const scores = scoresOf(lines);
    scores[1]![4] = doubtfulCell('8', '9');
    const decoded = decodeZone('TD3', scores);
    expect(decoded.rawLines[1]![4]).toBe('8');
    expect(decoded.lines).toEqual(lines);
    expect(decoded.cost).toBeGreaterThan(1);
  });

  it('reads letters and digits only where they are allowed', () => {
    const lines = mrzLines(passport);
    const scores = scoresOf(lines);
    scores[1]![14] = doubtfulCell('A', '4', 0.01);
    scores[0]![6] = doubtfulCell('0', 'R', 0.01);
    expect(decodeZone('TD3', scores).lines).toEqual(lines);
  });

  it('reads a doubtful character inside the padding as a filler', () => {
    const lines = mrzLines(passport);
    const scores = scoresOf(lines);
    scores[0]![38] = doubtfulCell('K', '<', 0.3);
    expect(decodeZone('TD3', scores).lines).toEqual(lines);
  });

  it('returns a low posterior for a name with unclear letters', () => {
    const scores = scoresOf(mrzLines(passport));
    scores[0]![9] = doubtfulCell('S', 'B', 0.4);
    expect(decodeZone('TD3', scores).posterior).toBeLessThan(0.7);
  });

  it('corrects state codes by the list', () => {
    const lines = mrzLines(passport);
    const scores = scoresOf(lines);
    scores[0]![4] = doubtfulCell('D', 'O');
    scores[1]![12] = doubtfulCell('D', 'O');
    expect(decodeZone('TD3', scores).lines).toEqual(lines);
  });

  it.each(['RKS', 'XKX', 'XK'])('recognizes %s, a code that documents use for Kosovo', (code) => {
    const lines = mrzLines({ ...passport, issuer: code, nationality: code });
    const scores = scoresOf(lines);
    scores[0]![3] = doubtfulCell('H', code.charAt(1));
    const { lines: decoded } = decodeZone('TD3', scores);
    expect(decoded).toEqual(lines);
  });

  it.each([
    ['TD1', 'D23145890734'],
    ['TD1', 'AB12345678901'],
    ['TD2', 'D2314589073'],
  ] as const)(
    'reads a document number on %s that continues in the optional data',
    (format, documentNumber) => {
      const { optionalData: _, ...rest } = passport;
      const lines = mrzLines({ ...rest, format, documentNumber });
      const scores = scoresOf(lines);
      const [row, column] = format === 'TD1' ? [0, 15] : [1, 28];
      const meant = lines[row]![column]!;
      scores[row]![column] = doubtfulCell(meant === '3' ? '5' : '3', meant);
      expect(decodeZone(format, scores).lines).toEqual(lines);
    },
  );

  it('does not accept a filler as check digit of a personal number that is not empty', () => {
    const lines = mrzLines(passport);
    // Finds a number whose check digit is a 0, which then looks more like a filler.
    const optional = ['ZE184226B', 'ZE184226C', 'ZE184226A', 'ZE1842261', 'ZE1842262', 'ZE1842267'];
    const zero = optional.map((optionalData) => mrzLines({ ...passport, optionalData }));
    const printed = zero.find((candidate) => candidate[1]![42] === '0') ?? lines;
    expect(printed[1]![42]).toBe('0');
    const scores = scoresOf(printed);
    scores[1]![42] = doubtfulCell('<', '0', 0.4);
    const decoded = decodeZone('TD3', scores);
    expect(decoded.rawLines[1]![42]).toBe('<');
    expect(decoded.lines).toEqual(printed);
  });

  it.each(['<', '0'])('accepts %s as the check digit of an empty personal number', (digit) => {
    const { optionalData: _, ...rest } = passport;
    const lines = mrzLines(rest).map((line, index) =>
      index === 1 ? `${line.slice(0, 42)}${digit}${line.slice(43)}` : line,
    );
    expect(isAccepted('TD3', lines)).toBe(true);
  });

  it('does not require a composite check digit on a visa', () => {
    const [first, second] = mrzLines({ ...passport, documentCode: 'V' });
    const lines = [first!, `${second!.slice(0, 28)}A2B3C4D5E6F7G8H9`];
    expect(decodeZone('TD3', scoresOf(lines)).lines).toEqual(lines);
  });

  it.each<[string, MrzFormat, readonly string[]]>([
    ['a digit in its code', 'TD1', mrzLines({ ...card, documentCode: 'C1' })],
    ['a document code with another first letter', 'TD1', mrzLines({ ...card, documentCode: 'R' })],
    ['the code of a crew member', 'TD1', mrzLines({ ...card, documentCode: 'AC' })],
    [
      'a document code with another first letter',
      'TD2',
      mrzLines({ ...card, format: 'TD2', documentCode: 'D7' }),
    ],
    ['an unlisted state', 'TD3', mrzLines({ ...passport, issuer: 'QQZ', nationality: 'QQZ' })],
    ['a code of two letters', 'TD3', mrzLines({ ...passport, issuer: 'QQ', nationality: 'QQ' })],
    ['a code of one letter', 'TD1', mrzLines({ ...card, issuer: 'Q', nationality: 'D' })],
    ['no nationality', 'TD3', mrzLines({ ...passport, nationality: '' })],
    ['a stateless holder', 'TD3', mrzLines({ ...passport, issuer: 'D', nationality: 'XXA' })],
    ['an organisation', 'TD3', mrzLines({ ...passport, issuer: 'UNO', nationality: 'XXX' })],
    ['a single name', 'TD3', mrzLines({ ...passport, givenNames: '' })],
    [
      'names that fill their field',
      'TD1',
      mrzLines({ ...card, surname: 'A'.repeat(14), givenNames: 'B'.repeat(20) }),
    ],
    ['a name without a surname', 'TD3', [`P<UTO<<ANNA${'<'.repeat(33)}`, mrzLines(passport)[1]!]],
    ['an expiry date of nines', 'TD1', mrzLines({ ...card, expiryDate: '9999-99-99' })],
    ['the last day of 9999', 'TD1', mrzLines({ ...card, expiryDate: '9999-12-31' })],
    ['a birth date with only a year', 'TD3', mrzLines({ ...passport, birthDate: '1974-XX-XX' })],
    ['H for the sex', 'TD1', withSex(mrzLines({ ...card, issuer: 'MEX', nationality: 'MEX' }), 'H')],
    ['X for the sex', 'TD1', withSex(mrzLines(card), 'X')],
    ['a long number whose check digit covers its filler', 'TD1', countingFiller('007666667', 'ZZ7')],
    ['a visa of 44 columns', 'TD3', mrzLines({ ...passport, documentCode: 'VN' })],
    [
      'a visa of 36 columns',
      'TD2',
      mrzLines({ ...passport, format: 'TD2', documentCode: 'V', optionalData: 'A2B3' }),
    ],
    ['the layout of the French card', 'TD2', frenchCard],
  ])('accepts a clear zone with %s: %s', { tags: ['DRUN-117'] }, (_, format, lines) => {
    const decoded = decodeZone(format, scoresOf(lines));
    expect(decoded.lines).toEqual(lines);
    expect(decoded.cost).toBeLessThan(0.1);
    expect(isAccepted(format, lines)).toBe(true);
  });

  it('corrects the names of a French card by its composite check digit', () => {
    const scores = scoresOf(frenchCard);
    scores[1]![14] = doubtfulCell('B', 'A');
    expect(decodeZone('TD2', scores).lines).toEqual(frenchCard);
  });

  it('prefers a listed state among similar glyphs, but keeps a clear unlisted one', () => {
    const scores = scoresOf(mrzLines({ ...passport, issuer: 'FRO' }));
    expect(decodeZone('TD3', scores).lines[0]!.slice(2, 5)).toBe('FRO');
    const unlisted = scoresOf(mrzLines({ ...passport, issuer: 'FRQ' }));
    expect(decodeZone('TD3', unlisted).lines[0]!.slice(2, 5)).toBe('FRQ');
    unlisted[0]![4] = doubtfulCell('Q', 'O', 0.2);
    expect(decodeZone('TD3', unlisted).lines[0]!.slice(2, 5)).toBe('FRO');
  });

  it.each([
    ['code', 0, 0, '1', 'I'],
    ['sex', 1, 7, 'N', 'M'],
  ] as const)('reports that a %s is not as seen', (_, row, column, seen, meant) => {
    const lines = mrzLines({ ...card, sex: 'M' });
    const scores = scoresOf(lines);
    scores[row]![column] = doubtfulCell(seen, meant, 0.45);
    expect(decodeZone('TD1', scores)).toMatchObject({ lines, isLiteral: false });
  });

  it('lists the cells without a check digit, except trailing fillers of fields', () => {
    const lines = mrzLines({ ...passport, issuer: 'D', nationality: 'D' });
    const { uncheckedCells } = decodeZone('TD3', scoresOf(lines));
    const text = uncheckedCells.map(({ line, column }) => lines[line]![column]).join('');
    expect(text).toBe('PDERIKSSON<<ANNA<MARIADF');
  });

  it('returns the margin over characters with the same check digit value', () => {
    const lines = mrzLines(card);
    expect(decodeZone('TD1', scoresOf(lines)).twinMargin).toBeGreaterThan(10);
    const scores = scoresOf(lines);
    // D, N, X and 3 have the same check digit value.
    scores[0]![5] = doubtfulCell('D', 'X', 0.01);
    expect(decodeZone('TD1', scores).twinMargin).toBeCloseTo(Math.log(98), 1);
  });

  it('rejects lines with a wrong check digit or a document code that differs from the one seen', {
    tags: ['DRUN-117'],
  }, () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('TD1', 'TD2', 'TD3'), (seed, format) => {
        const random = createSeededRandom(seed);
        const scores = scoresOf(mrzLines(randomMrzIdentity(random, format)));
        for (let flaws = random.integer(0, 3); flaws > 0; flaws--) {
          const row = random.integer(0, scores.length - 1);
          const column = random.chance(0.3)
            ? random.integer(0, 4)
            : random.integer(0, scores[row]!.length - 1);
          const [one, other] = [0, 1].map(() => random.pick([...MRZ_CHARACTERS]));
          scores[row]![column] = doubtfulCell(one!, other!, random.pick([1e-6, 0.01, 0.2, 0.45]));
        }
        const decoded = decodeZone(format, scores);
        if (!isReliable({ ...decoded, ...clearPicture, format, documentCode: decoded.lines[0]![0] })) return;
        expect(findWrongCheckDigits(matchZoneLayout(decoded.lines)!, decoded.lines)).toEqual([]);
        expect(decoded.lines[0]!.slice(0, 2)).toBe(decoded.rawLines[0]!.slice(0, 2));
      }),
      { numRuns: 60 },
    );
  });

  it('adds a cost if check digits contradict a clear reading', () => {
    const lines = mrzLines(passport);
    const scores = scoresOf([lines[0]!, `M${lines[1]!.slice(1)}`]);
    expect(decodeZone('TD3', scores).cost).toBeGreaterThan(8);
  });
});
