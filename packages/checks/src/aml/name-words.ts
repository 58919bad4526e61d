import anyAscii from 'any-ascii';
import { isUnreliable } from './name-scripts.ts';

const setOf = (words: string) => new Set(words.split(' '));

/** Titles, which belong to no name. */
const titles = setOf('MR MRS MS DR PROF SIR');

/** Words that lists and passports write in place of an unknown or missing name. */
const placeholders = setOf('FNU LNU NFN NLN NMN');

/** Particles before a family name. */
const familyParticles = setOf('AL EL UL BIN BEN IBN DAS DE DEL DELLA DEN DER DES DOS LOS VAN VON');

/** Particles that are also surnames or given names, such as those of Vietnam and China. */
const surnameParticles = setOf('DA DI DO DU LA LE ZU');

/** Words of one syllable, such as the names of Vietnam and China. MAIO has two in Italian. */
const ONE_SYLLABLE =
  /^(?![^AEIOUY]*AIO)(?:[CGKNPSTZ]H|NGH?|TR|QU|[^AEIOUY])?[AEIOUY]+(?:[CN]H|NG|[CMNPRT])?$/;

const formsOfAddress = setOf('HAJI SHEIKH SHAYKH SAYYID');

/** Particles and forms of address, which are often left out and do not distinguish people. */
const particles = new Set([
  ...familyParticles,
  ...surnameParticles,
  ...formsOfAddress,
  ...setOf('A AR AS ASH AT AZ ABU ABD BINT BINTI Y E I'),
]);

/** Particles and titles of scripts whose Latin letters are not theirs: عمر, a name, becomes MR. */
const foreignParticles = setOf(
  'بن ابن بنت ال آل أبو ابو عبد شيخ الشيخ سيد السيد حاج الحاج دكتور الدكتور בן בת בר',
);

/** Characters within a word: O'Brien is one word; Al-Qahtani two. */
const WITHIN_WORD = /['’ʼ`´.]/g;

/**
 * Returns the words of a name in capitals of the Latin alphabet, transliterated from any script. Titles and placeholders are
 * removed unless nothing else is left, particles if two other words remain: a single word would match hardly any name.
 */
export function wordsOfName(name: string): string[] {
  const all = splitWords(name);
  const named = all.filter(
    ({ latin, isForeign }) => isForeign || !(titles.has(latin) || placeholders.has(latin)),
  );
  const words = named.length > 0 ? named : all;
  const significant = words.filter((word) => !word.isParticle);
  return (significant.length > 1 ? significant : words).map(({ latin }) => latin);
}

/**
 * Returns the words of a name by which executions are searched, without any title or particle unless nothing else is left.
 * Hashes of these words are stored.
 */
export function searchableWords(name: string): string[] {
  const words = splitLatin(toLatin(name));
  const significant = words.filter((word) => !particles.has(word) && !titles.has(word));
  return significant.length > 0 ? significant : words;
}

/** Returns the family name of a name with nothing but particles and initials before it, as in BIN LADEN; null for others. */
export function bareFamilyName(words: readonly string[]): string | null {
  const single = singleWordOf(words);
  const isBare =
    words.length > 1 &&
    words.at(-1) === single &&
    words.some((word) => familyParticles.has(word) || surnameParticles.has(word));
  return isBare ? single : null;
}

/** Returns whether a name is probably a surname and a given name, such as DO MINH, LE VAN MINH, DU MING and DI WANG. */
export function isSurnameFirst(words: readonly string[]): boolean {
  return words.some((word) => surnameParticles.has(word)) && ONE_SYLLABLE.test(words.at(-1) ?? '');
}

/** Returns whether a word joins the words of a name, or is a form of address. An initial, such as A, is neither. */
export function isJoiningWord(word: string): boolean {
  return word.length > 1 && particles.has(word);
}

/** Returns whether a name ends with a form of address, which is then a surname, as in IMRAN SHEIKH. */
export function endsWithAddress(words: readonly string[]): boolean {
  return words.length > 1 && formsOfAddress.has(words.at(-1)!);
}

/** Returns the words of a name without forms of address before others, unless no other word is left than particles. */
export function withoutAddress(words: readonly string[]): readonly string[] {
  const others = words.filter((word, at) => at === words.length - 1 || !formsOfAddress.has(word));
  return others.some((word) => !particles.has(word)) ? others : words;
}

/** Returns the only word of a name that is not a particle: HAMZA of ABU HAMZA, and of HAMZA; null for any other name. */
export function singleWordOf(words: readonly string[]): string | null {
  const significant = words.length === 1 ? words : words.filter((word) => !particles.has(word));
  return significant.length === 1 ? significant[0]! : null;
}

/**
 * Counts those of two names that have an initial or a surname that the other lacks: both of DO VAN MINH and LE VAN MINH, one of
 * A. KHAN and KHAN.
 */
export function countDistinguished(a: readonly string[], b: readonly string[]): 0 | 1 | 2 {
  const lacks = (from: readonly string[], other: readonly string[]) =>
    from.some((word) => canDistinguish(word) && !other.includes(word));
  const [isFirst, isSecond] = [lacks(a, b), lacks(b, a)];
  if (isFirst && isSecond) return 2;
  return isFirst || isSecond ? 1 : 0;
}

function canDistinguish(word: string): boolean {
  return surnameParticles.has(word) || (word.length === 1 && particles.has(word));
}

/**
 * Returns the ways to read a name, each as its words, at most five. The first is `wordsOfName`. Han and Hangul do not separate
 * the words of a name: the surname has one letter or two, and the given name may be one word or several. So 习近平 is XIJINPING,
 * XI JINPING, XIJIN PING and XI JIN PING.
 */
export function readingsOfName(name: string): string[][] {
  const words = wordsOfName(name);
  const plain = name.normalize('NFKC').trim();
  if (words.length !== 1 || !RUN_TOGETHER.test(plain)) return [words];
  const syllables = [...plain].map((letter) => splitLatin(anyAscii(letter)).join(''));
  if (syllables.join('') !== words[0]) return [words];
  const readings = [1, 2]
    .filter((length) => length < syllables.length)
    .flatMap((length) => {
      const surname = syllables.slice(0, length).join('');
      const givenName = syllables.slice(length);
      const together = [surname, givenName.join('')];
      return givenName.length === 1 ? [together] : [together, [surname, ...givenName]];
    });
  return [words, ...readings];
}

/**
 * Returns the consonants of a name in Arabic, Hebrew or Syriac, without its article; null for other names. A letter that is
 * also a vowel, such as W, counts only at the beginning of a word.
 */
export function vowellessWords(name: string): string[] | null {
  const parts = name.normalize('NFKC').split(/[^\p{L}\p{M}\p{Cf}]+/u);
  const words = parts
    .filter((part) => ABJAD.test(part) && !foreignParticles.has(part))
    .map((part) =>
      splitLatin(anyAscii(withSpokenFirst(part)))
        .join('')
        .replace(/(?<!^)[AEIOUYWV]/g, ''),
    )
    .filter((word) => word !== '');
  return words.length > 1 ? words : null;
}

const ABJAD = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}]/u;

/** Drops the Arabic article, and writes a first letter as it is spoken: any vowel, and the hard one of two in Hebrew. */
function withSpokenFirst(word: string): string {
  const bare = word.replace(/^ال(?=.{3})/u, '');
  const spoken = firstLetters[bare.charAt(0)];
  return spoken === undefined ? bare : spoken + bare.slice(1);
}

const firstLetters: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'اأإآٱعאעܐܥ'].map((letter) => [letter, 'a'])),
  ב: 'b',
  כ: 'k',
  פ: 'p',
};

/** Names of at most five syllables: longer texts are hardly names of people. */
const RUN_TOGETHER = /^[\p{sc=Han}\p{sc=Hangul}]{2,5}$/u;

interface NameWord {
  readonly latin: string;
  readonly isParticle: boolean;
  /** Whether its Latin letters are unreliable, and so say nothing about titles. */
  readonly isForeign: boolean;
}

function splitWords(name: string): NameWord[] {
  if (isAscii(name)) return splitLatin(name).map(reliableWord);
  return name
    .normalize('NFKC')
    .split(/\s+/)
    .flatMap((part): NameWord[] => {
      const latin = splitLatin(anyAscii(part));
      if (!isUnreliable(part)) return latin.map(reliableWord);
      const isParticle = foreignParticles.has(part.replace(/\p{M}/gu, ''));
      return latin.map((word) => ({ latin: word, isParticle, isForeign: true }));
    });
}

function reliableWord(latin: string): NameWord {
  return { latin, isParticle: particles.has(latin), isForeign: false };
}

function splitLatin(text: string): string[] {
  return text
    .toUpperCase()
    .replace(WITHIN_WORD, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
}

/** Skips transliteration for names already in Latin, because lists have millions of names. */
function toLatin(name: string): string {
  return isAscii(name) ? name : anyAscii(name.normalize('NFKC'));
}

function isAscii(name: string): boolean {
  return /^[ -~]*$/.test(name);
}
