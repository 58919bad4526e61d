/** More words of a name than these are not combined: their keys would grow with the square. */
const mostWords = 6;

/** Spellings of one sound by several letters: transliterations differ by these more than by anything else. */
const hisses = /SCH|SHCH|TSCH|TCH|SH|CH|CZ|CS|TS|TZ|ZH|DJ|SZ|KH|GH|CK/g;

/** Letters that stand for one another; what is not here stands for itself, and vowels for nothing. */
const classes: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'CGKJHZSQX'].map((letter) => [letter, 'K'])),
  ...Object.fromEntries([...'FWVB'].map((letter) => [letter, 'F'])),
  ...Object.fromEntries([...'TD'].map((letter) => [letter, 'T'])),
  ...Object.fromEntries([...'MN'].map((letter) => [letter, 'N'])),
  ...Object.fromEntries([...'AEIOUY'].map((letter) => [letter, ''])),
};

/** How a word sounds, roughly: its consonants by classes, in order. `MOHAMMED`, `MUHAMMAD` and `MHMD` are one. */
export function encodeSound(word: string): string {
  const spelled = word.replace(hisses, 'K').replace(/PH/g, 'F').replace(/TH|DH/g, 'T');
  let sound = classes[word.charAt(0)] === '' ? 'A' : '';
  for (const letter of spelled) {
    const heard = classes[letter] ?? letter;
    if (!sound.endsWith(heard)) sound += heard;
  }
  return sound;
}

/**
 * The keys under which names are looked up: how one word sounds, and how another begins. Two names share a key when one word
 * sounds the same and a second begins alike, in whatever order; a word that is spelled quite differently hurts only once.
 *
 * @returns first the key of the very same words in any order, of which no other name has many; a name of one word has only it.
 */
export function blockingKeys(words: readonly string[]): number[] {
  const known = words.slice(0, mostWords).map(encodeSound);
  const same = words.length === 1 ? `${known[0]}|` : `=${[...words].sort().join(' ')}`;
  const keys = new Set<number>([hashOf(same)]);
  for (const [i, sound] of known.entries())
    for (const [j, other] of known.entries()) if (i !== j) keys.add(hashOf(`${sound}|${other.charAt(0)}`));
  return [...keys];
}

/** 37 bits by FNV-1a, twice: beside a place among 67 million names they fit into 63. */
function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let index = 0; index < text.length; index++) {
    low = Math.imul(low ^ text.charCodeAt(index), 0x01000193) >>> 0;
    high = Math.imul(high ^ text.charCodeAt(index), 0x85ebca6b) >>> 0;
  }
  return (high % 32) * 2 ** 32 + low;
}
