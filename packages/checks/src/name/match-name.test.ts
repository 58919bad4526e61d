import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differByOne } from './likeness.ts';
import { type DocumentName, matchName } from './match-name.ts';

const eriksson: DocumentName = { surname: 'ERIKSSON', givenNames: 'ANNA MARIA', isCut: false };
const named = (surname: string, givenNames: string, isCut = false): DocumentName => ({
  surname,
  givenNames,
  isCut,
});

describe('matchName', () => {
  it.each([
    ['Anna Maria Eriksson', eriksson],
    ['ERIKSSON, Anna-Maria', eriksson],
    ['anna eriksson', eriksson],
    ['Maria Eriksson', eriksson],
    ['Jürgen Groß', named('GROSS', 'JUERGEN')],
    ['Jürgen Groß', named('GROSS', 'JURGEN')],
    ['Søren Åkesson', named('AAKESSON', 'SOEREN')],
    ['María José Muñoz', named('MUNOZ', 'MARIA JOSE')],
    ['Łucja Żółć', named('ZOLC', 'LUCJA')],
    ["Sinéad O'Brien", named('OBRIEN', 'SINEAD')],
    ['Jan van der Berg', named('VANDERBERG', 'JAN')],
    ['Arkfreith', named('ARKFREITH', '')],
    [
      'Nilavadhanananda Chayapa Dejthamrong Krasuang',
      named('NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG KRASU', true),
    ],
    ['Nilavadhanananda Chayapa Dejthamrong Krasuang', named('NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG', true)],
  ])('takes %s for the name on the document', (expected, document) => {
    expect(matchName(expected, document)).toBe('same');
  });

  it.each([
    ['Anna Maria Erikson', eriksson],
    ['Anan Maria Eriksson', eriksson],
    ['Anna Maria Eriksson Lund', eriksson],
    ['Anna Maria Lund', eriksson],
    ['Ana Garcia', named('GARCIA LOPEZ', 'ANA')],
  ])('leaves %s to a human', (expected, document) => {
    expect(matchName(expected, document)).toBe('similar');
  });

  it.each([
    ['Peter Lund', eriksson],
    ['Anna', eriksson],
    ['Eriksson', eriksson],
    ['Li Wu', named('WANG', 'LIN')],
  ])('tells %s from the name on the document', (expected, document) => {
    expect(matchName(expected, document)).toBe('different');
  });

  it.each(['Анна Эрикссон', '李娜', '   ', '-'])('does not pretend to read %s', (expected) => {
    expect(matchName(expected, eriksson)).toBe('not-comparable');
  });

  const word = fc.stringMatching(/^[A-Z]{2,10}$/);
  const words = fc.array(word, { minLength: 1, maxLength: 4 });

  it('finds every name equal to itself, in any order', () => {
    fc.assert(
      fc.property(words, words, (surname, givenNames) => {
        const document = named(surname.join(' '), givenNames.join(' '));
        expect(matchName([...givenNames, ...surname].join(' '), document)).toBe('same');
        expect(matchName([...surname, ...givenNames].reverse().join('-'), document)).toBe('same');
      }),
    );
  });

  it('answers for any text at all', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        fc.string(),
        fc.boolean(),
        (expected, a, b, isCut) => {
          expect(['same', 'similar', 'different', 'not-comparable']).toContain(
            matchName(expected, { surname: a, givenNames: b, isCut }),
          );
        },
      ),
    );
  });
});

describe('differByOne', () => {
  it.each([
    ['ANNA', 'ANA', true],
    ['ANNA', 'ANMA', true],
    ['ANNA', 'NANA', true],
    ['ANNA', 'ANNA', false],
    ['ANNA', 'ANNAAA', false],
    ['ABCD', 'ACDB', false],
  ])('%s and %s: %s', (a, b, is) => {
    expect(differByOne(a, b)).toBe(is);
    expect(differByOne(b, a)).toBe(is);
  });
});
