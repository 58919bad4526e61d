import { type LetterSpellings, listSpellings } from './letter-spellings.ts';

/** A word as it can stand in a machine readable zone: for each letter, in order, every spelling, A to Z only. */
export type SpelledWord = readonly (readonly string[])[];

/** More spellings of one word than this are not written out. */
const MOST_SPELLINGS = 64;

/** Apostrophes of all kinds and full stops; the acute accent by itself as well, which would become a space. */
const VANISHING = /['’‘ʼʻʹ`´′.]/g;

/**
 * The words of a name with the spellings of each in a machine readable zone. Spaces and hyphens part words, apostrophes and full
 * stops vanish; full-width letters and ligatures are what they stand for.
 *
 * @returns null when the name has a letter that is neither Latin, Cyrillic nor Greek.
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

/** Whether a name has letters of other alphabets, so that a spelling of it may not be known. */
export function isTransliterated(name: string): boolean {
  return /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name);
}

function spellWord(word: string, table: LetterSpellings): SpelledWord | null {
  const letters = [...word.normalize('NFC')].flatMap((letter) => knownLetters(letter, table));
  const spelled: (readonly string[])[] = [];
  for (let at = 0; at < letters.length; at++) {
    const group = table[`${letters[at]}${letters[at + 1] ?? ''}`];
    const isGroup = group !== undefined && at + 1 < letters.length;
    const choices = isGroup ? group : (table[letters[at]!] ?? asItIs(letters[at]!));
    if (!choices) return null;
    spelled.push(choices);
    if (isGroup) at++;
  }
  return spelled;
}

/** The letter if it has spellings of its own, else without its accents; an Ypsilon keeps the dots that part it from others. */
function knownLetters(letter: string, table: LetterSpellings): string[] {
  if (table[letter]) return [letter];
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '');
  const dotted = letter.normalize('NFD').includes('\u0308') ? `${plain}\u0308`.normalize('NFC') : plain;
  return table[dotted] ? [dotted] : [...plain];
}

function asItIs(letter: string): readonly string[] | null {
  return /^[A-Z]$/.test(letter) ? [letter] : null;
}

/** Spellings of a word, the most usual first; not all where there are many. */
export function writeOut(word: SpelledWord): readonly string[] {
  let spellings = [''];
  for (const choices of word) {
    const longer = choices.flatMap((choice) => spellings.map((start) => start + choice));
    spellings = longer.slice(0, MOST_SPELLINGS);
  }
  return spellings;
}

/** Whether two words have a spelling in common. */
export function canBeSame(one: SpelledWord, other: SpelledWord): boolean {
  return canMeet(one, other, false);
}

/** Whether a spelling of a word begins with one of another. */
export function canBegin(beginning: SpelledWord, word: SpelledWord): boolean {
  return canMeet(beginning, word, true);
}

/**
 * Follows both words letter by letter along all spellings at once. No place is visited twice with the same rest, which is at
 * most as long as a spelling, so that it ends soon however many spellings there are.
 *
 * @param isBeginning - whether the other word may go on where the first one ends.
 */
function canMeet(one: SpelledWord, other: SpelledWord, isBeginning: boolean): boolean {
  const visited = new Set<string>();
  // The rest is what one of them is ahead: of the first when `isAhead`.
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
