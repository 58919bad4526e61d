import { scoreNames } from './name-score.ts';

/** A person to screen against the lists. */
export interface ScreenedPerson {
  /** Words of the name, from `wordsOfName`. */
  readonly words: readonly string[];
  /** `YYYY-MM-DD`; null if unknown. */
  readonly birthDate: string | null;
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

/** Adjustments of the name score for other known facts. */
const weights = { birthDate: 0.05, birthYear: 0.02, otherBirth: -0.15, country: 0.02, otherCountry: -0.02 };

/** Maximum difference in years between the birth dates of a list entry and a person that still counts as agreement. */
const nearYears = 1;

/** Scores how likely a list entry is about a person: the similarity of the names, adjusted by birth date and country. */
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

/** Returns whether two names have the same words in any order, or the same letters with other spaces. */
function isSameName(a: readonly string[], b: readonly string[]): boolean {
  return a.join('') === b.join('') || [...a].sort().join(' ') === [...b].sort().join(' ');
}

function compareBirth(birthDate: string, listed: readonly string[]) {
  if (listed.length === 0) return null;
  if (listed.includes(birthDate)) return 'birthDate';
  const [year, month, day] = birthDate.split('-');
  // Day and month are often swapped.
  if (listed.includes(`${year}-${day}-${month}`)) return 'birthYear';
  const isNear = listed.some((date) => {
    const [listedYear] = date.split('-');
    const yearsApart = Math.abs(Number(listedYear) - Number(year));
    // A full date that differs is another birth date; a date without the day may agree.
    return date.length === 10 ? false : yearsApart <= nearYears;
  });
  return isNear ? 'birthYear' : 'otherBirth';
}
