import { scoreNames } from './name-score.ts';

/** Somebody to be looked for. */
export interface ScreenedPerson {
  /** As `wordsOfName` answers them. */
  readonly words: readonly string[];
  /** `YYYY-MM-DD`; null: not known. */
  readonly birthDate: string | null;
  /** ISO 3166-1 alpha-2; empty: not known. */
  readonly countries: readonly string[];
}

/** One name of an entry of a list. */
export interface ListedName {
  readonly words: readonly string[];
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; lists often know several, or the year alone. */
  readonly birthDates: readonly string[];
  readonly countries: readonly string[];
}

/** Facts of a person and an entry that agree. */
export type Agreement = 'NAME' | 'SIMILAR_NAME' | 'BIRTH_DATE' | 'BIRTH_YEAR' | 'COUNTRY';

export interface CandidateScore {
  /** 0 to 1. */
  readonly score: number;
  readonly agreed: readonly Agreement[];
}

/** Amounts by which other known facts move the likeness of the names. */
const weights = { birthDate: 0.05, birthYear: 0.02, otherBirth: -0.15, country: 0.02, otherCountry: -0.02 };

/** Years that lists and people are off by without being about somebody else. */
const nearYears = 1;

/** How likely an entry is about a person: the likeness of the names, raised or lowered by birth date and country. */
export function judgeCandidate(person: ScreenedPerson, listed: ListedName): CandidateScore {
  const likeness = scoreNames(person.words, listed.words);
  if (likeness === 0) return { score: 0, agreed: [] };
  const agreed: Agreement[] = [isSameName(person.words, listed.words) ? 'NAME' : 'SIMILAR_NAME'];
  let score = likeness;
  const birth = person.birthDate === null ? null : compareBirth(person.birthDate, listed.birthDates);
  if (birth !== null) {
    score += weights[birth];
    if (birth === 'birthDate') agreed.push('BIRTH_DATE');
    if (birth === 'birthYear') agreed.push('BIRTH_YEAR');
  }
  if (person.countries.length > 0 && listed.countries.length > 0) {
    const isShared = person.countries.some((country) => listed.countries.includes(country));
    score += isShared ? weights.country : weights.otherCountry;
    if (isShared) agreed.push('COUNTRY');
  }
  return { score: Math.min(1, Math.max(0, score)), agreed };
}

/** The same words in any order, however they are parted. */
function isSameName(a: readonly string[], b: readonly string[]): boolean {
  return a.join('') === b.join('') || [...a].sort().join(' ') === [...b].sort().join(' ');
}

function compareBirth(birthDate: string, listed: readonly string[]) {
  if (listed.length === 0) return null;
  if (listed.includes(birthDate)) return 'birthDate';
  const [year, month, day] = birthDate.split('-');
  // Day and month are swapped often enough.
  if (listed.includes(`${year}-${day}-${month}`)) return 'birthYear';
  const isNear = listed.some((date) => {
    const [listedYear] = date.split('-');
    const apart = Math.abs(Number(listedYear) - Number(year));
    // A whole date of the same year is another date; a year alone leaves it open.
    return date.length === 10 ? false : apart <= nearYears;
  });
  return isNear ? 'birthYear' : 'otherBirth';
}
