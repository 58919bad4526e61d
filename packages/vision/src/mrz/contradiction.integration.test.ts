import { mrzLines } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { MRZ_CHARACTERS } from './cells/cell.ts';
import { findContradiction } from './contradiction.ts';
import { decodeZone } from './decoding/decode-zone.ts';

const lines = mrzLines({
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
});
/** The same passport with a wrong check digit after its birth date. */
const contradictory = [lines[0]!, `${lines[1]!.slice(0, 19)}7${lines[1]!.slice(20)}`];

/** Finds the contradiction of a zone with the given probability and likeness of every character. */
function contradiction(
  seen: readonly string[],
  { doubt = 1e-9, doubtful = -1, likeness = 0.95, flawAt = -1, flaw = 0 } = {},
) {
  const scores = seen.map((text, line) =>
    Array.from(text, (character, column) => {
      const other = line === 1 && column === doubtful ? 0.05 : doubt;
      return Float32Array.from(MRZ_CHARACTERS, (candidate) =>
        Math.log(candidate === character ? 1 - 36 * Math.min(other, 0.01) : other),
      );
    }),
  );
  const likenesses = seen.map((text, line) =>
    Array.from(text, (_, column) => (line === 1 && column === flawAt ? likeness - flaw : likeness)),
  );
  const format = seen[0]!.length === 36 ? 'TD2' : 'TD3';
  return findContradiction(format, decodeZone(format, scores), likenesses);
}

describe('findContradiction', () => {
  it('returns clear lines with a wrong check digit as printed', () => {
    expect(lines[1]![19]).not.toBe('7');
    expect(contradiction(contradictory)).toEqual(contradictory);
  });

  it('returns null for lines with matching check digits', () => {
    expect(contradiction(lines)).toBeNull();
  });

  it('returns null if another character is nearly as likely', () => {
    expect(contradiction(contradictory, { doubtful: 19 })).toBeNull();
    expect(contradiction(contradictory, { doubtful: 3 })).toBeNull();
  });

  it('returns null if all characters are only fairly likely', () => {
    expect(contradiction(contradictory, { doubt: 1e-3 })).toBeNull();
  });

  it('returns null if a character under a check digit has a flaw', () => {
    expect(contradiction(contradictory, { flawAt: 19, flaw: 0.1 })).toBeNull();
    expect(contradiction(contradictory, { flawAt: 5, flaw: 0.1 })).toBeNull();
    expect(contradiction(contradictory, { flawAt: 19, flaw: 0.05 })).toEqual(contradictory);
  });

  it('ignores flaws of characters without a check digit', () => {
    expect(contradiction(contradictory, { flawAt: 11, flaw: 0.3 })).toEqual(contradictory);
  });

  it('returns null if a letter is in a place that allows only digits', () => {
    const letter = [lines[0]!, `${lines[1]!.slice(0, 19)}K${lines[1]!.slice(20)}`];
    expect(contradiction(letter)).toBeNull();
  });

  it('returns null if the document code does not fit the format', () => {
    const cut = contradictory.map((line) => line.slice(0, 36));
    expect(contradiction(cut)).toBeNull();
  });
});
