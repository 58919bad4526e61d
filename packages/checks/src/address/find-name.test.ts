import { describe, expect, it } from 'vitest';
import { findName, findPersonNames, wordsOfName } from './find-name.ts';

const matchOf = (expected: string, text: string) =>
  findName(expected, [{ text, confidence: 1, box: { left: 0, top: 0, widthPx: 400, heightPx: 24 } }]).match;

describe('findName', () => {
  it.each([
    ['Herr Max Müller', 'Max Müller', 'same'],
    ['Herr Max Müller', 'Herr Dr. Max Müller', 'same'],
    ['Max Müller', 'Müller, Herr Max', 'same'],
    ['Ana Luna', 'Dra. Ana Luna', 'same'],
    ['Mr and Mrs John Smith', 'John Smith', 'same'],
    ['Herr Max Müller', 'Herr Müller', 'similar'],
    ['Herr Max Müller', 'Müller, Herr', 'different'],
    ['Herr Max Müller', 'H. Müller', 'different'],
    ['Frau Erika Müller', 'Müller Frau', 'different'],
    ['Dr. Max Müller', 'Müller, Dr.', 'different'],
    ['Mme Claire Petit', 'Petit Mme', 'different'],
    ['Sr. Juan Luna', 'Luna, Sr.', 'different'],
    ['Sra. Ana Luna', 'Luna, Sra.', 'different'],
    ['Mr John Smith', 'Smith Mr', 'different'],
    ['Dra. Ana Luna', 'Dra. Berta Luna', 'different'],
    // A title before a single word may be a given name.
    ['Don Johnson', 'Don Johnson', 'similar'],
    ['Herr Müller', 'Herr Müller', 'similar'],
  ])('takes no title for a given name: compares %s with %s as %s', (expected, text, match) => {
    expect(matchOf(expected, text)).toBe(match);
  });
});

describe('findName in a household', () => {
  it.each([
    ['Hélder Câmara', 'Ana Câmara & Hélder Câmara', 'same'],
    ['Tyrone Power', 'Tyrone Power and Ann Power', 'same'],
    ['Tyrone Power', 'Tyrone Power & Light', 'different'],
  ])(
    'finds a name with a word that businesses have, too: compares %s with %s as %s',
    (expected, text, match) => {
      expect(matchOf(expected, text)).toBe(match);
    },
  );
});

describe('findPersonNames', () => {
  it.each([
    ['Tyrone Power', 'Tyrone Power', ['Tyrone Power']],
    ['Tyrone Power', 'Northern Power', []],
    ['Bert Holm', 'Tyrone Power', []],
    ['Bert Holm', 'João Sá', ['João Sá']],
  ])('returns for an expected %s the names on the line %s', (expected, text, names) => {
    expect(findPersonNames(text, wordsOfName(expected))).toEqual(names);
  });
});
