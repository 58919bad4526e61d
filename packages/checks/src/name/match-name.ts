import { differByOne } from './likeness.ts';
import {
  canBegin,
  canBeSame,
  isTransliterated,
  type SpelledWord,
  spellName,
  writeOut,
} from './mrz-spelling.ts';

/** The names of a document's machine readable zone, words parted by spaces. */
export interface DocumentName {
  readonly surname: string;
  readonly givenNames: string;
  /** Whether words may have been cut off at the end of the zone. */
  readonly isCut: boolean;
}

/** `same`: the same person's name. `similar`: a human should look. `not-comparable`: in another script, and not found the same. */
export type NameMatch = 'same' | 'similar' | 'different' | 'not-comparable';

/** A slip of one letter is a likeness only in words that are long enough to be told apart otherwise. */
const SHORTEST_LIKE_WORD = 4;

/**
 * Compares the name that a caller gave with the one on a document. Word order, accents, transliteration, hyphens and
 * words run together do not matter. The surname must be there whole, with one given name at least; further given names
 * may be left out on the caller's side, never on the document's unless its zone was too short for them.
 */
export function matchName(expected: string, document: DocumentName): NameMatch {
  const spelled = spellName(expected);
  if (!spelled || spelled.length === 0) return 'not-comparable';
  const match = matchSpelled(spelled, document);
  // Not all spellings of another alphabet are known.
  return match === 'different' && isTransliterated(expected) ? 'not-comparable' : match;
}

function matchSpelled(spelled: readonly SpelledWord[], document: DocumentName): NameMatch {
  const surname = wordsOf(document.surname);
  const givenNames = wordsOf(document.givenNames);
  if (isRunTogether(spelled, surname, givenNames)) return 'same';

  const pairs = pairWords(spelled, [...surname, ...givenNames], document.isCut);
  const surnameFound = surname.filter((_, index) => pairs.exact.has(index)).length;
  const givenFound = givenNames.filter((_, index) => pairs.exact.has(surname.length + index)).length;
  const isWhole = pairs.missing.length === 0 && surnameFound === surname.length;
  if (isWhole && (givenFound > 0 || givenNames.length === 0)) return 'same';

  const found = pairs.exact.size + pairs.alike;
  const isHalf = found * 2 >= spelled.length && found * 2 >= surname.length;
  const touchesBoth = found >= 2 || givenNames.length === 0;
  return isHalf && touchesBoth ? 'similar' : 'different';
}

interface Pairs {
  /** Places of the document's words that an expected word equals. */
  readonly exact: ReadonlySet<number>;
  /** How many further expected words are like one of the document's. */
  readonly alike: number;
  /** Expected words that equal none. */
  readonly missing: readonly SpelledWord[];
}

/** Gives each expected word a word of the document of its own, equal ones first. */
function pairWords(expected: readonly SpelledWord[], words: readonly SpelledWord[], isCut: boolean): Pairs {
  const exact = new Set<number>();
  const missing: SpelledWord[] = [];
  for (const spelled of expected) {
    const place = words.findIndex((word, index) => !exact.has(index) && canBeSame(spelled, word));
    if (place >= 0) exact.add(place);
    else missing.push(spelled);
  }
  const last = words.length - 1;
  if (isCut) completeCutWord(exact, missing, words[last] ?? [], last);
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

/** The last word of a zone that was too short may be a beginning; what follows it was not printed at all. */
function completeCutWord(exact: Set<number>, missing: SpelledWord[], word: SpelledWord, place: number): void {
  if (exact.has(place)) {
    missing.length = 0;
    return;
  }
  if (missing.some((spelled) => canBegin(word, spelled))) {
    exact.add(place);
    missing.length = 0;
  }
}

/** Whether two words differ by a slip of one letter, or one is the initial of the other. */
function areAlike(one: SpelledWord, other: SpelledWord): boolean {
  const isInitial = one.length === 1 || other.length === 1;
  if (isInitial) return one.length === 1 ? canBegin(one, other) : canBegin(other, one);
  const others = writeOut(other);
  return writeOut(one).some((a) => others.some((b) => isAlike(a, b)));
}

function isAlike(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= SHORTEST_LIKE_WORD && differByOne(a, b);
}

/** `VANDERBERG` for `VAN DER BERG`: the same letters in the same order, parted otherwise. */
function isRunTogether(
  expected: readonly SpelledWord[],
  surname: readonly SpelledWord[],
  givenNames: readonly SpelledWord[],
): boolean {
  const letters = expected.flat();
  return (
    canBeSame(letters, [...givenNames, ...surname].flat()) ||
    canBeSame(letters, [...surname, ...givenNames].flat())
  );
}

function wordsOf(name: string): readonly SpelledWord[] {
  return (
    spellName(name) ??
    name
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => [[word]])
  );
}
