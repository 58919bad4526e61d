import { skeletonOf } from './name-skeleton.ts';
import {
  bareFamilyName,
  countDistinguished,
  isJoiningWord,
  isSurnameFirst,
  singleWordOf,
  withoutAddress,
} from './name-words.ts';

/** Minimum similarity of two spellings of one word. */
const minAlike = 0.82;
/** Penalty per surplus word that is no particle: people leave out names that lists keep. */
const costOfSurplus = 0.04;
/** Score of an initial, which may stand for any word with that first letter and proves little. */
const scoreOfInitial = 0.85;
/** Score of one equal word of which a listed name consists: the default threshold, so that any contradiction outweighs it. */
const scoreOfListedWord = 0.88;
/**
 * Score of such a word of at most three letters, such as ALI, or after a word that is probably a surname, as in LE MINH. It is
 * a hit only if something else agrees.
 */
const scoreOfShortListedWord = 0.84;
/** Score of two names that have only one word, the same longer one, apart from particles: HAMZA and ABU HAMZA. */
const scoreOfSingleWord = 0.95;

/** Score of words with the same consonants, of which a short one proves little. */
const scoreOfSkeleton = 0.93;
const scoreOfShortSkeleton = 0.85;

/**
 * Scores the similarity of two names, 0 to 1. Each word of the shorter name is paired with its most similar word of the longer
 * name (Jaro–Winkler), in any order; longer words weigh more. 1: the same words apart from forms of address.
 *
 * @param person - words of the person's name from `wordsOfName`.
 * @param listed - words of a name in a list.
 * @param isVowelless - whether the person's words have no vowels, so that only consonants are compared.
 */
export function scoreNames(
  person: readonly string[],
  listed: readonly string[],
  isVowelless = false,
): number {
  const [short, long] = person.length <= listed.length ? [person, listed] : [listed, person];
  if (short.length === 0) return 0;
  if (withoutAddress(person).join('') === withoutAddress(listed).join('')) return 1;
  const ofOneWord = Math.max(
    scoreSharedWord(person, listed),
    isVowelless ? 0 : scoreSingleWords(person, listed),
  );
  return short.length === 1 && long.length > 1
    ? ofOneWord
    : Math.max(ofOneWord, scorePairs(short, long, isVowelless ? scoreSkeletons : scoreWords));
}

/** Scores a listed name of one word, or a person's family name without a given name, that the other name has as well. */
function scoreSharedWord(person: readonly string[], listed: readonly string[]): number {
  if (listed.length === 1 && person.length > 1)
    return person.includes(listed[0]!) ? scoreOfOneWord(listed[0]!) : 0;
  const family = bareFamilyName(person);
  if (family === null || !listed.includes(family)) return 0;
  return isSurnameFirst(person) ? scoreOfShortListedWord : scoreOfOneWord(family);
}

/** Scores two names that have one word each apart from particles, which are often left out. */
function scoreSingleWords(person: readonly string[], listed: readonly string[]): number {
  const [own, other] = [singleWordOf(person), singleWordOf(listed)];
  if (own === null || other === null) return 0;
  const distinguished = countDistinguished(person, listed);
  if (distinguished === 2) return 0;
  const shorter = own.length < other.length ? own : other;
  const isCertain = distinguished === 0 && !isShort(shorter);
  return (isCertain ? scoreOfSingleWord : scoreOfOneWord(shorter)) * scoreWords(own, other);
}

function scoreOfOneWord(word: string): number {
  return isShort(word) ? scoreOfShortListedWord : scoreOfListedWord;
}

function isShort(word: string): boolean {
  return word.length <= 3;
}

function scorePairs(
  short: readonly string[],
  long: readonly string[],
  scoreOf: (a: string, b: string) => number,
): number {
  const pairs = short.flatMap((word, i) =>
    long.map((other, j) => ({ i, j, score: scoreOf(word, other) })).filter(({ score }) => score > 0),
  );
  pairs.sort((x, y) => y.score - x.score);
  const paired = new Map<number, number>();
  const taken = new Set<number>();
  for (const { i, j, score } of pairs) {
    if (paired.has(i) || taken.has(j)) continue;
    paired.set(i, score);
    taken.add(j);
  }
  const weightOf = (word: string) => Math.sqrt(word.length);
  const totalWeight = short.reduce((sum, word) => sum + weightOf(word), 0);
  const found = short.reduce((sum, word, i) => sum + weightOf(word) * (paired.get(i) ?? 0), 0);
  const surplus = long.length - short.length;
  const unmatched = long.filter((word, j) => !taken.has(j) && isJoiningWord(word)).length;
  return Math.max(0, found / totalWeight - costOfSurplus * Math.max(0, surplus - unmatched));
}

function scoreSkeletons(a: string, b: string): number {
  const skeleton = skeletonOf(a);
  if (skeleton.length < 2 || skeleton !== skeletonOf(b)) return 0;
  return skeleton.length > 2 ? scoreOfSkeleton : scoreOfShortSkeleton;
}

function scoreWords(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 1 || b.length === 1) return isInitial(a, b) ? scoreOfInitial : 0;
  const score = jaroWinkler(a, b);
  return score >= minAlike ? score : 0;
}

/** Returns whether one word is an initial of the other. Russian E is also written YE, and J and Y are often one letter. */
function isInitial(a: string, b: string): boolean {
  const [initial, word] = a.length === 1 ? [a, b] : [b, a];
  const begins = [initial, ...(otherInitials[initial] ?? [])];
  return begins.some((beginning) => word.startsWith(beginning));
}

const otherInitials: Readonly<Record<string, readonly string[]>> = { E: ['YE'], J: ['Y'], Y: ['J'] };

/** Winkler, W. E.: String comparator metrics and enhanced decision rules (1990); prefix of at most 4, scale 0.1. */
export function jaroWinkler(a: string, b: string): number {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const inB: number[] = [];
  const isTaken = new Uint8Array(b.length);
  let lettersOfA = '';
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - reach); j <= Math.min(b.length - 1, i + reach); j++) {
      if (isTaken[j] || a[i] !== b[j]) continue;
      isTaken[j] = 1;
      inB.push(j);
      lettersOfA += a[i];
      break;
    }
  }
  const common = inB.length;
  if (common === 0) return 0;
  const lettersOfB = inB
    .sort((x, y) => x - y)
    .map((j) => b[j])
    .join('');
  let swapped = 0;
  for (let i = 0; i < common; i++) if (lettersOfA[i] !== lettersOfB[i]) swapped += 1;
  const jaro = (common / a.length + common / b.length + (common - swapped / 2) / common) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}
