import { canBeSame, type SpelledWord } from './mrz-spelling.ts';

/** Maximum number of words that are joined. */
const MAX_PARTS = 4;

/** Words of a document's name. */
export interface DocumentWords {
  readonly surname: readonly SpelledWord[];
  readonly givenNames: readonly SpelledWord[];
}

/** An expected name and a document's, with the same words joined. */
export interface AlignedNames extends DocumentWords {
  readonly expected: readonly SpelledWord[];
}

/** A run of adjacent words, and the word that they form. */
interface Run {
  readonly start: number;
  readonly length: number;
  readonly joined: SpelledWord;
}

/**
 * Joins adjacent words on either side that have the same letters with other spaces: `De La Cruz` and `DELACRUZ`. Given names
 * are joined with the surname only if the joined word takes the whole surname and leaves a given name: in `MARIA DE LA`
 * `CRUZ`, it leaves `MARIA`.
 *
 * @param isCut - whether the last given name may be incomplete, so that it cannot belong to the surname.
 */
export function alignCompounds(
  expected: readonly SpelledWord[],
  { surname, givenNames }: DocumentWords,
  isCut: boolean,
): AlignedNames {
  const aligned = [...expected];
  const found = [...givenNames, ...surname];
  let surnameAt = givenNames.length;
  for (let at = 0; at < aligned.length; at++) {
    const runs = listRuns(found).filter((run) => isWithinName(run, surnameAt, found.length, isCut));
    const pair = findPair(listRuns(aligned, at), runs);
    if (!pair) continue;
    const [one, other] = pair;
    aligned.splice(at, one.length, one.joined);
    found.splice(other.start, other.length, other.joined);
    const surplus = other.length - 1;
    if (other.start + other.length <= surnameAt) surnameAt -= surplus;
    else surnameAt = Math.min(surnameAt, other.start);
  }
  return { expected: aligned, surname: found.slice(surnameAt), givenNames: found.slice(0, surnameAt) };
}

/** Returns the shortest runs that form the same word, of which at least one has several words. */
function findPair(runs: readonly Run[], others: readonly Run[]): readonly [Run, Run] | undefined {
  const pairs = runs.flatMap((run) => others.map((other): readonly [Run, Run] => [run, other]));
  const isCandidate = ([run, other]: readonly [Run, Run]) => canBeSame(run.joined, other.joined);
  const shortest = pairs
    .filter(isCandidate)
    .sort(([a, b], [c, d]) => a.length + b.length - c.length - d.length)[0];
  return shortest && shortest[0].length + shortest[1].length > 2 ? shortest : undefined;
}

/** Lists runs of one to four words, all or those from an index. */
function listRuns(words: readonly SpelledWord[], from?: number): Run[] {
  const starts = from === undefined ? words.keys() : [from];
  return [...starts].flatMap((start) =>
    Array.from({ length: Math.min(MAX_PARTS, words.length - start) }, (_, index) => ({
      start,
      length: index + 1,
      joined: words.slice(start, start + index + 1).flat(),
    })),
  );
}

/** Returns whether a run lies in the given names or in the surname, or takes the whole surname and leaves a given name. */
function isWithinName({ start, length }: Run, surnameAt: number, end: number, isCut: boolean): boolean {
  if (start >= surnameAt || start + length <= surnameAt) return true;
  return !isCut && start > 0 && start + length === end;
}
