import { differByOne } from './likeness.ts';
import { type SpelledName, spellName } from './mrz-spelling.ts';

/** The names of a document's machine readable zone, words parted by spaces. */
export interface DocumentName {
  readonly surname: string;
  readonly givenNames: string;
  /** Whether words may have been cut off at the end of the zone. */
  readonly isCut: boolean;
}

/** `same`: the same person's name. `similar`: a human should look. `not-comparable`: in another script. */
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
  readonly missing: readonly (readonly string[])[];
}

/** Gives each expected word a word of the document of its own, equal ones first. */
function pairWords(expected: SpelledName, words: readonly string[], isCut: boolean): Pairs {
  const exact = new Set<number>();
  const missing: (readonly string[])[] = [];
  for (const spellings of expected) {
    const place = words.findIndex((word, index) => !exact.has(index) && spellings.includes(word));
    if (place >= 0) exact.add(place);
    else missing.push(spellings);
  }
  const last = words.length - 1;
  if (isCut) completeCutWord(exact, missing, words[last] ?? '', last);
  const taken = new Set(exact);
  let alike = 0;
  for (const spellings of missing) {
    const place = words.findIndex(
      (word, index) => !taken.has(index) && spellings.some((s) => isAlike(s, word)),
    );
    if (place < 0) continue;
    taken.add(place);
    alike++;
  }
  return { exact, alike, missing };
}

/** The last word of a zone that was too short may be a beginning; what follows it was not printed at all. */
function completeCutWord(
  exact: Set<number>,
  missing: (readonly string[])[],
  word: string,
  place: number,
): void {
  if (exact.has(place)) {
    missing.length = 0;
    return;
  }
  if (missing.some((spellings) => spellings.some((spelling) => spelling.startsWith(word)))) {
    exact.add(place);
    missing.length = 0;
  }
}

function isAlike(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= SHORTEST_LIKE_WORD && differByOne(a, b);
}

/** `VANDERBERG` for `VAN DER BERG`: the same letters in the same order, parted otherwise. */
function isRunTogether(
  expected: SpelledName,
  surname: readonly string[],
  givenNames: readonly string[],
): boolean {
  const letters = expected.map((spellings) => spellings[0]).join('');
  const given = givenNames.join('');
  const family = surname.join('');
  return letters === given + family || letters === family + given;
}

function wordsOf(name: string): string[] {
  return name.split(' ').filter((word) => word !== '');
}
