import { createSeededRandom, type MrzIdentity, mrzLines, randomMrzIdentity } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { MRZ_CHARACTERS } from './cell.ts';
import { decodeZone } from './decode-zone.ts';

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

/** A cell that is sure of its character, to 1 in a million for each other. */
function sure(character: string): Float32Array {
  return Float32Array.from(MRZ_CHARACTERS, (other) => (other === character ? 0 : Math.log(1e-6)));
}

/** A cell that takes `seen` for likely and `true` for possible. */
function torn(seen: string, meant: string, possible = 0.2): Float32Array {
  return Float32Array.from(MRZ_CHARACTERS, (other) =>
    Math.log(other === seen ? 0.99 - possible : other === meant ? possible : 1e-6),
  );
}

function scoresOf(lines: readonly string[]): Float32Array[][] {
  return lines.map((line) => Array.from(line, sure));
}

describe('decodeZone', () => {
  it.each(['TD1', 'TD2', 'TD3'] as const)('leaves a clear %s as it is', (format) => {
    const { optionalData: _, ...rest } = passport;
    const lines = mrzLines({ ...rest, format });
    const decoded = decodeZone(format, scoresOf(lines));
    expect(decoded.lines).toEqual(lines);
    expect(decoded.rawLines).toEqual(lines);
    expect(decoded.posterior).toBeGreaterThan(0.99);
    expect(decoded.cost).toBeCloseTo(0, 3);
  });

  it.each(['TD1', 'TD2', 'TD3'] as const)('takes no offence at any lawful %s', (format) => {
    const random = createSeededRandom(5);
    for (let i = 0; i < 8; i++) {
      const lines = mrzLines(randomMrzIdentity(random, format));
      expect(decodeZone(format, scoresOf(lines)).lines).toEqual(lines);
    }
  });

  it('lets check digits decide between characters that look alike', () => {
    const lines = mrzLines(passport);
    const scores = scoresOf(lines);
    scores[1]![4] = torn('8', '9');
    const decoded = decodeZone('TD3', scores);
    expect(decoded.rawLines[1]![4]).toBe('8');
    expect(decoded.lines).toEqual(lines);
    expect(decoded.cost).toBeGreaterThan(1);
  });

  it('reads letters and digits where only these can be', () => {
    const lines = mrzLines(passport);
    const scores = scoresOf(lines);
    scores[1]![14] = torn('A', '4', 0.01);
    scores[0]![6] = torn('0', 'R', 0.01);
    expect(decodeZone('TD3', scores).lines).toEqual(lines);
  });

  it('takes a filler inside the padding for padding', () => {
    const lines = mrzLines(passport);
    const scores = scoresOf(lines);
    scores[0]![38] = torn('K', '<', 0.3);
    expect(decodeZone('TD3', scores).lines).toEqual(lines);
  });

  it('is not sure of a name whose letters are not clear', () => {
    const scores = scoresOf(mrzLines(passport));
    scores[0]![9] = torn('S', 'B', 0.4);
    expect(decodeZone('TD3', scores).posterior).toBeLessThan(0.7);
  });

  it('knows the codes of states', () => {
    const lines = mrzLines(passport);
    const scores = scoresOf(lines);
    scores[0]![4] = torn('D', 'O');
    scores[1]![12] = torn('D', 'O');
    expect(decodeZone('TD3', scores).lines).toEqual(lines);
  });

  it.each(['RKS', 'XKX', 'XK'])('knows %s, which documents have for Kosovo', (code) => {
    const lines = mrzLines({ ...passport, issuer: code, nationality: code });
    const scores = scoresOf(lines);
    scores[0]![3] = torn('H', code.charAt(1));
    const { lines: decoded } = decodeZone('TD3', scores);
    expect(decoded).toEqual(lines);
  });

  it.each([
    ['TD1', 'D23145890734'],
    ['TD1', 'AB12345678901'],
    ['TD2', 'D2314589073'],
  ] as const)('reads a document number on %s that runs into the optional data', (format, documentNumber) => {
    const { optionalData: _, ...rest } = passport;
    const lines = mrzLines({ ...rest, format, documentNumber });
    const scores = scoresOf(lines);
    const [row, column] = format === 'TD1' ? [0, 15] : [1, 28];
    const meant = lines[row]![column]!;
    scores[row]![column] = torn(meant === '3' ? '5' : '3', meant);
    expect(decodeZone(format, scores).lines).toEqual(lines);
  });

  it('does not ask a visa for a composite check digit', () => {
    const [first, second] = mrzLines({ ...passport, documentCode: 'V' });
    const lines = [first!, `${second!.slice(0, 28)}A2B3C4D5E6F7G8H9`];
    expect(decodeZone('TD3', scoresOf(lines)).lines).toEqual(lines);
  });

  it('counts it as a cost when check digits contradict a clear reading', () => {
    const lines = mrzLines(passport);
    const scores = scoresOf([lines[0]!, `M${lines[1]!.slice(1)}`]);
    expect(decodeZone('TD3', scores).cost).toBeGreaterThan(8);
  });
});
