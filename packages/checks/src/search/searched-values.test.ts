import { describe, expect, it } from 'vitest';
import {
  plainDocumentNumber,
  plainEmail,
  plainPhone,
  plainPhonePart,
  readableEmail,
  searchedWords,
} from './searched-values.ts';

/** Returns whether each word of one name has a spelling in common with a word of the other. */
function canMeet(one: string, other: string): boolean {
  const stored = searchedWords(one, 8).flat();
  const sought = searchedWords(other, 64);
  return sought.length > 0 && sought.every((word) => word.some((spelling) => stored.includes(spelling)));
}

describe('searched values', () => {
  it.each([
    ['Anna@Example.COM', 'anna@example.com'],
    [' anna@example.com ', 'anna@example.com'],
    ['jo\u0301se@mu\u0308ller.de', 'jóse@xn--mller-kva.de'],
    ['JÓSE@MÜLLER.DE', 'jóse@xn--mller-kva.de'],
    ['a@XN--MLLER-KVA.de', 'a@xn--mller-kva.de'],
    ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
    ['no address', 'no address'],
  ])('normalizes the e-mail address %s to %s', (text, plain) => {
    expect(plainEmail(text)).toBe(plain);
  });

  it('distinguishes mailboxes that differ in a dot or a tag', () => {
    expect(new Set(['a.b@x.de', 'ab@x.de', 'a.b+c@x.de'].map(plainEmail)).size).toBe(3);
  });

  it.each([
    ['+36 30 123 4567', '+36301234567'],
    ['+36-30-123-4567', '+36301234567'],
    ['+49 030 901820', '+4930901820'],
    ['+1 000 000 0000', '+10000000000'],
    ['0630 123 4567', null],
    ['+', null],
  ])('normalizes the phone number %s to %s', (text, plain) => {
    expect(plainPhone(text)).toBe(plain);
  });

  it.each([
    ['X@ＭÜLLER.de', 'x@müller.de'],
    ['x@XN--mller-kva.DE', 'x@müller.de'],
    ['x@mailinator.ⓒom', 'x@mailinator.com'],
    ['mu\u0308ll', 'müll'],
    ['@163', '@163'],
    ['my-xn--mller-kva', 'my-xn--mller-kva'],
    ['xn--mller-kva@xn--mller-kva.de', 'xn--mller-kva@müller.de'],
  ])('spells the e-mail address %s as %s', (text, readable) => {
    expect(readableEmail(text)).toBe(readable);
  });

  it.each([
    ['+234', '+234'],
    ['+2 34-0803', '+234803'],
    ['+44 07', '+447'],
    ['+3906', '+3906'],
    ['+', '+'],
    ['08 03', '0803'],
    ['-', ''],
  ])('normalizes the part %s of a phone number to %s', (text, plain) => {
    expect(plainPhonePart(text)).toBe(plain);
  });

  it.each(['L898902C3', 'l898902c3', 'L 898 902 C3', 'L-898902-C3', 'L898902C3<<', 'Ｌ８９８９０２Ｃ３'])(
    'normalizes the document number %s to L898902C3',
    (text) => {
      expect(plainDocumentNumber(text)).toBe('L898902C3');
    },
  );

  it.each([
    ['Müller', 'MUELLER'],
    ['MUELLER', 'Müller'],
    ['Mu\u0308ller', 'muller'],
    ['Jürgen Groß', 'GROSS JUERGEN'],
    ['Søren Kierkegård', 'SOEREN KIERKEGAARD'],
    ['Đorđe Petrović', 'DJORDJE PETROVIC'],
    ['Иван Петров', 'IVAN PETROV'],
    ['IVAN PETROV', 'Иван Петров'],
    ['Γιώργος', 'GIORGOS'],
    ["Sinéad O'Connor", 'oconnor sinead'],
    ['ERIKSSON ANNA MARIA', 'Anna Eriksson'],
    ['Ａｎｎａ Eriksson', 'Anna'],
    ['Ludwig van Beethoven', 'Beethoven'],
  ])('finds %s by %s', (stored, sought) => {
    expect(canMeet(stored, sought)).toBe(true);
  });

  it('distinguishes different names', () => {
    expect(canMeet('Anna Eriksson', 'Anna Svensson')).toBe(false);
    expect(canMeet('Anna Eriksson', '---')).toBe(false);
  });

  it('limits words and spellings of a name of 10,000 words', () => {
    const words = searchedWords('Щёжця '.repeat(10_000), 8);
    expect(words.length).toBeLessThanOrEqual(12);
    expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(8);
  });
});
