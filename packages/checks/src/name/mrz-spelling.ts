import { type LetterSpellings, listSpellings } from './letter-spellings.ts';

/** A word as it may be written in an MRZ: every spelling of each letter in order, A to Z only. */
export type SpelledWord = readonly (readonly string[])[];

/** Maximum number of spellings of one word that are enumerated. */
const MAX_SPELLINGS = 64;

/** Apostrophes of all kinds and full stops; also the standalone acute accent, which would become a space. */
const VANISHING = /['’‘ʼʻʹ`´′.]/g;

/**
 * Returns the words of a name with their possible spellings in an MRZ. Spaces and hyphens separate words; apostrophes and full
 * stops are removed; full-width letters and ligatures are replaced by their plain form.
 *
 * @returns null if the name has a letter that is not Latin, Cyrillic or Greek.
 */
export function spellName(name: string): SpelledWord[] | null {
  const words = name
    .replace(VANISHING, '')
    .normalize('NFKC')
    .replaceAll('ß', 'ẞ')
    .toUpperCase()
    .split(/[\s\-‐‑–,;/<]+/)
    .map((word) => word.replace(VANISHING, ''))
    .filter((word) => word !== '');
  const table = listSpellings(name);
  const spelled = words.map((word) => spellWord(word, table));
  return spelled.every((word) => word !== null) ? spelled : null;
}

/** Returns whether a name has letters of other alphabets, so that its spelling may not be known. */
export function isTransliterated(name: string): boolean {
  return /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name);
}

function spellWord(word: string, table: LetterSpellings): SpelledWord | null {
  const letters = [...word.normalize('NFC')].flatMap((letter) => knownLetters(letter, table));
  const spelled: (readonly string[])[] = [];
  for (let at = 0; at < letters.length; at++) {
    const group = table[`${letters[at]}${letters[at + 1] ?? ''}`];
    const isGroup = group !== undefined && at + 1 < letters.length;
    const choices = isGroup ? group : (table[letters[at]!] ?? plainLetter(letters[at]!));
    if (!choices) return null;
    spelled.push(choices);
    if (isGroup) at++;
  }
  return spelled;
}

/**
 * Returns the letter if it has spellings of its own, otherwise its base letter. Y keeps its diaeresis, which distinguishes it
 * from others.
 */
function knownLetters(letter: string, table: LetterSpellings): string[] {
  if (table[letter]) return [letter];
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '');
  const dotted = letter.normalize('NFD').includes('\u0308') ? `${plain}\u0308`.normalize('NFC') : plain;
  return table[dotted] ? [dotted] : [...plain];
}

function plainLetter(letter: string): readonly string[] | null {
  return /^[A-Z]$/.test(letter) ? [letter] : null;
}

/** Enumerates spellings of a word, the most usual first, up to a limit. */
export function enumerateSpellings(word: SpelledWord): readonly string[] {
  let spellings = [''];
  for (const choices of word) {
    const longer = choices.flatMap((choice) => spellings.map((start) => start + choice));
    spellings = longer.slice(0, MAX_SPELLINGS);
  }
  return spellings;
}

/** Returns whether two words have a spelling in common. */
export function canBeSame(one: SpelledWord, other: SpelledWord): boolean {
  return shareSpelling(one, other, false);
}

/** Returns whether a spelling of one word begins with a spelling of another. */
export function canBegin(beginning: SpelledWord, word: SpelledWord): boolean {
  return shareSpelling(beginning, word, true);
}

/**
 * Compares two words letter by letter along all their spellings at once. No position is visited twice with the same remainder,
 * which is at most as long as one spelling, so the search ends quickly however many spellings there are.
 *
 * @param isBeginning - whether the other word may continue beyond the first one.
 */
function shareSpelling(one: SpelledWord, other: SpelledWord, isBeginning: boolean): boolean {
  const visited = new Set<string>();
  // `rest` is the text by which one word is ahead: the first if `isAhead`.
  const follow = (i: number, j: number, rest: string, isAhead: boolean): boolean => {
    if (isBeginning && i === one.length && (rest === '' || !isAhead)) return true;
    if (rest === '' && i === one.length && j === other.length) return true;
    const place = `${i} ${j} ${rest} ${isAhead}`;
    if (visited.has(place)) return false;
    visited.add(place);
    const takesOther = rest === '' ? i === one.length : isAhead;
    const choices = takesOther ? other[j] : one[i];
    return (choices ?? []).some((choice) => {
      const [nextI, nextJ] = takesOther ? [i, j + 1] : [i + 1, j];
      if (rest === '') return follow(nextI, nextJ, choice, !takesOther);
      if (choice.length <= rest.length)
        return rest.startsWith(choice) && follow(nextI, nextJ, rest.slice(choice.length), isAhead);
      return choice.startsWith(rest) && follow(nextI, nextJ, choice.slice(rest.length), !isAhead);
    });
  };
  return follow(0, 0, '', true);
}
