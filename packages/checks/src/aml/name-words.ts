import anyAscii from 'any-ascii';
import { isUnreliable } from './name-scripts.ts';

const setOf = (words: string) => new Set(words.split(' '));

/** Titles, which belong to no name. */
const titles = setOf('MR MRS MS DR PROF SIR');

/** Words that lists and passports write in place of an unknown or missing name. */
const placeholders = setOf('FNU LNU NFN NLN NMN');

/** Particles before a family name. */
const familyParticles = setOf(
  'AL EL UL BIN BEN IBN DA DAS DE DEL DELLA DEN DER DES DI DO DOS DU LA LE LOS VAN VON ZU',
);

/** Particles and forms of address, which are often left out and do not distinguish people. */
const particles = new Set([
  ...familyParticles,
  ...setOf('A AR AS ASH AT AZ ABU ABD BINT BINTI Y E I HAJI SHEIKH SHAYKH SAYYID'),
]);

/** Particles and titles of scripts whose Latin letters are not theirs: عمر, a name, becomes MR. */
const foreignParticles = setOf(
  'بن ابن بنت ال آل أبو ابو عبد شيخ الشيخ سيد السيد حاج الحاج دكتور الدكتور בן בת בר',
);

/** Characters within a word: O'Brien is one word; Al-Qahtani two. */
const WITHIN_WORD = /['’ʼ`´.]/g;

/**
 * Returns the words of a name in capitals of the Latin alphabet, transliterated from any script. Titles and placeholders are
 * removed unless nothing else is left, particles while two words remain: one word alone would match hardly any name.
 */
export function wordsOfName(name: string): string[] {
  const all = splitWords(name);
  const named = all.filter(
    ({ latin, isForeign }) => isForeign || !(titles.has(latin) || placeholders.has(latin)),
  );
  const words = named.length > 0 ? named : all;
  const telling = words.filter((word) => !word.isParticle);
  const kept = telling.length === 0 ? words : telling.length === 1 ? withParticle(words) : telling;
  return kept.map(({ latin }) => latin);
}

/**
 * Returns the words of a name by which executions are searched, without any title or particle unless nothing else is left.
 * Hashes of these words are stored.
 */
export function searchableWords(name: string): string[] {
  const words = splitLatin(toLatin(name));
  const telling = words.filter((word) => !particles.has(word) && !titles.has(word));
  return telling.length > 0 ? telling : words;
}

/** Returns the family name of a name that consists of it and a particle, such as BIN LADEN; null for any other name. */
export function loneFamilyName(words: readonly string[]): string | null {
  const [first, second] = words;
  return words.length === 2 && familyParticles.has(first!) && !particles.has(second!) ? second! : null;
}

/**
 * Returns the ways to read a name, each as its words. The first is `wordsOfName`. Han and Hangul do not separate the words of a
 * name, so each way to part its syllables is another: 习近平 is XIJINPING, XI JINPING, XIJIN PING and XI JIN PING.
 */
export function readingsOfName(name: string): string[][] {
  const words = wordsOfName(name);
  const plain = name.normalize('NFKC').trim();
  if (words.length !== 1 || !RUN_TOGETHER.test(plain)) return [words];
  const syllables = [...plain].map((letter) => splitLatin(anyAscii(letter)).join(''));
  const readings = syllables.reduce<string[][]>(
    (begun, syllable) =>
      begun.flatMap((reading) => [
        [...reading.slice(0, -1), `${reading.at(-1) ?? ''}${syllable}`],
        ...(reading.length > 0 ? [[...reading, syllable]] : []),
      ]),
    [[]],
  );
  const whole = words.join('');
  return [words, ...readings.filter((reading) => reading.length > 1 && reading.join('') === whole)];
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

/** Names of at most five syllables: each more doubles the number of readings. */
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

/** Keeps the only telling word with the particle before it, or after it if there is none before. */
function withParticle(words: readonly NameWord[]): NameWord[] {
  const at = words.findIndex(({ isParticle }) => !isParticle);
  return at > 0 ? words.slice(at - 1, at + 1) : words.slice(0, 2);
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
