import { alignCompounds, type DocumentWords } from './align-compounds.ts';
import { differByOne } from './likeness.ts';
import {
  canBegin,
  canBeSame,
  enumerateSpellings,
  isTransliterated,
  type SpelledWord,
  spellName,
} from './mrz-spelling.ts';
import { removeCodes } from './name-codes.ts';
import { soundAlike, soundWord, type WordSound } from './sound-alike.ts';

/** Names from a document's MRZ, with words separated by spaces. */
export interface DocumentName {
  readonly surname: string;
  readonly givenNames: string;
  /** Whether words may have been truncated at the end of the field. */
  readonly isCut: boolean;
}

/**
 * `same`: the same person's name. `similar`: needs review by a person. `not-comparable`: in another script, and no match was
 * found.
 */
export type NameMatch = 'same' | 'similar' | 'different' | 'not-comparable';

/** Minimum length of a word in which one wrong letter still counts as similar; shorter words are too easily confused. */
const MIN_SIMILAR_WORD = 4;

/**
 * Compares a name given by the caller with one on a document. Word order, accents, transliteration, hyphens, joined words and
 * codes for missing names are ignored. The whole surname must be present, with at least one given name. The caller may omit
 * further given names; the document may not, unless its field was too short for them.
 */
export function matchName(expected: string, document: DocumentName): NameMatch {
  const spelled = spellName(removeCodes(expected) || expected);
  if (!spelled || spelled.length === 0) return 'not-comparable';
  const match = matchSpelled(spelled, document);
  // Not all spellings of other alphabets are known.
  return match === 'different' && isTransliterated(expected) ? 'not-comparable' : match;
}

/** Results of two comparisons of the same names, best first. */
const matchesBestFirst = ['same', 'similar', 'different'] as const;

function matchSpelled(spelled: readonly SpelledWord[], document: DocumentName): NameMatch {
  const words = spellDocument(document);
  if (isRunTogether(spelled, words) || isRepeated(spelled, words)) return 'same';
  const plain = matchWords(spelled, words, document.isCut);
  if (plain === 'same') return plain;
  const aligned = alignCompounds(spelled, words, document.isCut);
  const matches = [plain, matchWords(aligned.expected, aligned, document.isCut)];
  return matchesBestFirst.find((match) => matches.includes(match)) ?? plain;
}

/** Spells a document's name without codes for missing names. A single name becomes the surname, in whichever field it is. */
function spellDocument(document: DocumentName): DocumentWords {
  const surname = spellWords(removeCodes(document.surname));
  const givenNames = spellWords(removeCodes(document.givenNames));
  if (surname.length > 0) return { surname, givenNames };
  if (givenNames.length > 0) return { surname: givenNames, givenNames: [] };
  // A name of codes alone may be a name.
  return { surname: spellWords(document.surname), givenNames: spellWords(document.givenNames) };
}

function matchWords(
  expected: readonly SpelledWord[],
  { surname, givenNames }: DocumentWords,
  isCut: boolean,
): (typeof matchesBestFirst)[number] {
  const pairs = pairWords(expected, [...surname, ...givenNames], isCut);
  const surnameFound = surname.filter((_, index) => pairs.exact.has(index)).length;
  const givenFound = givenNames.filter((_, index) => pairs.exact.has(surname.length + index)).length;
  const isWhole = pairs.missing.length === 0 && surnameFound === surname.length;
  if (isWhole && (givenFound > 0 || givenNames.length === 0)) return 'same';

  const found = pairs.exact.size + pairs.alike;
  const isHalf = found * 2 >= expected.length && found * 2 >= surname.length;
  const touchesBoth = found >= 2 || givenNames.length === 0;
  return isHalf && touchesBoth ? 'similar' : 'different';
}

interface Pairs {
  /** Indices of the document's words that equal an expected word. */
  readonly exact: ReadonlySet<number>;
  /** Number of further expected words that are similar to one of the document's. */
  readonly alike: number;
  /** Expected words without an equal one. */
  readonly missing: readonly SpelledWord[];
}

/** Pairs each expected word with a different word of the document, equal words first. */
function pairWords(expected: readonly SpelledWord[], words: readonly SpelledWord[], isCut: boolean): Pairs {
  const exact = new Set<number>();
  const missing: SpelledWord[] = [];
  for (const spelled of expected) {
    const place = words.findIndex((word, index) => !exact.has(index) && canBeSame(spelled, word));
    if (place >= 0) exact.add(place);
    else missing.push(spelled);
  }
  const cutWord = isCut && words.at(-1);
  if (cutWord) completeCutWord(exact, missing, cutWord, words.length - 1);
  const taken = new Set(exact);
  let alike = 0;
  for (const spelled of missing) {
    const place = words.findIndex((word, index) => !taken.has(index) && areAlike(spelled, word));
    if (place < 0) continue;
    taken.add(place);
    alike++;
  }
  return { exact, alike, missing };
}

/**
 * Matches the last word of a truncated field as the beginning of an expected word. If every word before it matches as well,
 * drops the missing words, which may have followed it; otherwise a missing word may contradict the unmatched one.
 */
function completeCutWord(exact: Set<number>, missing: SpelledWord[], word: SpelledWord, place: number): void {
  if (!exact.has(place)) {
    const completed = missing.findIndex((spelled) => canBegin(word, spelled));
    if (completed < 0) return;
    exact.add(place);
    missing.splice(completed, 1);
  }
  const isContradicted = exact.size <= place;
  if (!isContradicted) missing.length = 0;
}

/** Returns whether two words differ by one letter or sound alike, or one is the initial of the other. */
function areAlike(one: SpelledWord, other: SpelledWord): boolean {
  const isInitial = one.length === 1 || other.length === 1;
  if (isInitial) return one.length === 1 ? canBegin(one, other) : canBegin(other, one);
  const [ones, others] = [one, other].map((word) =>
    enumerateSpellings(word)
      .filter(({ length }) => length >= MIN_SIMILAR_WORD)
      .map((text) => ({ text, sound: soundWord(text) })),
  ) as [SoundedSpelling[], SoundedSpelling[]];
  return ones.some((a) => others.some((b) => differByOne(a.text, b.text) || soundAlike(a.sound, b.sound)));
}

interface SoundedSpelling {
  readonly text: string;
  readonly sound: WordSound;
}

/** Returns whether names have the same letters in the same order with other spaces, such as `VANDERBERG` and `VAN DER BERG`. */
function isRunTogether(expected: readonly SpelledWord[], { surname, givenNames }: DocumentWords): boolean {
  const letters = expected.flat();
  return (
    canBeSame(letters, [...givenNames, ...surname].flat()) ||
    canBeSame(letters, [...surname, ...givenNames].flat())
  );
}

/** Returns whether a holder's only name was typed twice, as forms with a field for each name demand. */
function isRepeated(expected: readonly SpelledWord[], { surname, givenNames }: DocumentWords): boolean {
  const only = surname.flat();
  const [first, second] = [expected.slice(0, surname.length), expected.slice(surname.length)];
  return givenNames.length === 0 && canBeSame(first.flat(), only) && canBeSame(second.flat(), only);
}

function spellWords(name: string): readonly SpelledWord[] {
  return (
    spellName(name) ??
    name
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => [[word]])
  );
}
