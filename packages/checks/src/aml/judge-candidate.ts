import { scoreNames } from './name-score.ts';
import { countDistinguished, endsWithAddress, singleWordOf, withoutAddress } from './name-words.ts';

/** A person to screen against the lists. */
export interface ScreenedPerson {
  /** Words of the name, from `wordsOfName`. */
  readonly words: readonly string[];
  /** Whether the words have no vowels: those of `vowellessWords`. */
  readonly isVowelless?: boolean;
  /** `YYYY-MM-DD`; null if unknown. */
  readonly birthDate: string | null;
  /** Whether only the user states the birth date, who may state another. By default, a document shows it. */
  readonly isBirthDateTyped?: boolean;
  /** ISO 3166-1 alpha-2; empty if unknown. */
  readonly countries: readonly string[];
}

/** One name of a list entry. */
export interface ListedName {
  readonly words: readonly string[];
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; lists often have several dates, or only the year. */
  readonly birthDates: readonly string[];
  readonly countries: readonly string[];
}

/** Facts in which a person and a list entry agree. */
export type Agreement = 'NAME' | 'SIMILAR_NAME' | 'BIRTH_DATE' | 'BIRTH_YEAR' | 'COUNTRY';

export interface CandidateScore {
  /** 0 to 1. */
  readonly score: number;
  readonly agreed: readonly Agreement[];
}

/** Adjustments of the name score for the country. */
const weights = { country: 0.02, otherCountry: -0.02 };

/**
 * Adjustments for the birth date: of the same name, whose date may have been recorded wrongly, and of a similar one, since most
 * people of a similar name and the same year are others. The order of the keys decides the result: of several dates in the
 * list, the one that comes first here counts.
 */
const birthWeights = {
  birthDate: { same: 0.05, similar: 0.05 },
  /** A date without its day that agrees, or day and month swapped. */
  birthYear: { same: 0.02, similar: 0.02 },
  otherDay: { same: 0.02, similar: -0.04 },
  /** A year or one digit off. */
  nearBirth: { same: 0, similar: -0.1 },
  otherBirth: { same: -0.15, similar: -0.15 },
};
type BirthLikeness = keyof typeof birthWeights;

/** Maximum difference in years between the birth dates of a list entry and a person that still counts as agreement. */
const nearYears = 1;

/** Scores how likely a list entry is about a person: the similarity of the names, adjusted by birth date and country. */
export function judgeCandidate(person: ScreenedPerson, listed: ListedName): CandidateScore {
  const likeness = scoreNames(person.words, listed.words, person.isVowelless);
  if (likeness === 0) return { score: 0, agreed: [] };
  const isSame = isSameName(person.words, listed.words);
  const agreed: Agreement[] = [isSame ? 'NAME' : 'SIMILAR_NAME'];
  let score = likeness;
  const birth = person.birthDate === null ? null : compareBirth(person.birthDate, listed.birthDates);
  if (birth !== null) {
    // A typed date must not clear a person with the very name of an entry.
    const isExcused = isSame && birth === 'otherBirth' && person.isBirthDateTyped;
    score += isExcused ? 0 : birthWeights[birth][isSame ? 'same' : 'similar'];
    if (birth === 'birthDate') agreed.push('BIRTH_DATE');
    if (birth === 'birthYear' || birth === 'otherDay') agreed.push('BIRTH_YEAR');
  }
  if (person.countries.length > 0 && listed.countries.length > 0) {
    const isShared = person.countries.some((country) => listed.countries.includes(country));
    score += isShared ? weights.country : weights.otherCountry;
    if (isShared) agreed.push('COUNTRY');
  }
  return { score: Math.min(1, Math.max(0, score)), agreed };
}

/**
 * Returns whether two names have the same words in any order, or the same letters with other spaces, apart from forms of
 * address. So have names of one word with other particles: HAMZA and ABU HAMZA.
 */
function isSameName(person: readonly string[], listed: readonly string[]): boolean {
  const isSurname = endsWithAddress(person) !== endsWithAddress(listed);
  const [a, b] = isSurname ? [person, listed] : [withoutAddress(person), withoutAddress(listed)];
  const single = singleWordOf(a);
  return (
    a.join('') === b.join('') ||
    [...a].sort().join(' ') === [...b].sort().join(' ') ||
    (!isSurname && single !== null && single === singleWordOf(b) && countDistinguished(a, b) === 0)
  );
}

function compareBirth(birthDate: string, listed: readonly string[]): BirthLikeness | null {
  if (listed.length === 0) return null;
  const found = new Set(listed.map((date) => compareDates(birthDate, date)));
  return (Object.keys(birthWeights) as BirthLikeness[]).find((likeness) => found.has(likeness)) ?? null;
}

function compareDates(birthDate: string, listed: string): BirthLikeness {
  if (listed === birthDate) return 'birthDate';
  const [year, month, day] = birthDate.split('-');
  const yearsApart = Math.abs(Number(listed.slice(0, 4)) - Number(year));
  const isWhole = listed.length === 10;
  if (listed === `${year}-${day}-${month}` || (!isWhole && yearsApart <= nearYears)) return 'birthYear';
  if (yearsApart === 0) return 'otherDay';
  return isWhole && (yearsApart <= nearYears || differsInOneDigit(birthDate, listed))
    ? 'nearBirth'
    : 'otherBirth';
}

function differsInOneDigit(a: string, b: string): boolean {
  return a.length === b.length && [...a].filter((digit, at) => digit !== b[at]).length === 1;
}
