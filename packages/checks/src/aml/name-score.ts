/** Minimum similarity of two spellings of one word. */
const minAlike = 0.82;
/** Penalty per surplus word: people leave out names that lists keep. */
const costOfSurplus = 0.04;
/** Score of an initial, which may stand for any word with that first letter and proves little. */
const scoreOfInitial = 0.85;

/**
 * Scores the similarity of two names, 0 to 1. Each word of the shorter name is paired with its most similar word of the longer
 * name (Jaro–Winkler), in any order; longer words weigh more. 1: the same words.
 *
 * @param a - words from `wordsOfName`.
 */
export function scoreNames(a: readonly string[], b: readonly string[]): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return 0;
  if (a.join('') === b.join('')) return 1;
  // A single word matches only a name of one word.
  if (short.length === 1 && long.length > 1) return 0;
  const pairs = short.flatMap((word, i) =>
    long.map((other, j) => ({ i, j, score: scoreWords(word, other) })).filter(({ score }) => score > 0),
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
  return Math.max(0, found / totalWeight - costOfSurplus * (long.length - short.length));
}

function scoreWords(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 1 || b.length === 1) return a.charAt(0) === b.charAt(0) ? scoreOfInitial : 0;
  const score = jaroWinkler(a, b);
  return score >= minAlike ? score : 0;
}

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
