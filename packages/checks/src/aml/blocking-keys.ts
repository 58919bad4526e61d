/** Maximum number of words combined per name, because the number of keys grows quadratically. */
const maxWords = 6;

/** Multi-letter spellings of sibilants and gutturals, in which transliterations differ most. */
const spellings = /SCH|SHCH|TSCH|TCH|SH|CH|CZ|CS|TS|TZ|ZH|DJ|SZ|KH|GH|CK/g;

/** Letters grouped by sound. Letters not listed represent themselves; vowels are dropped. */
const classes: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'CGKJHZSQX'].map((letter) => [letter, 'K'])),
  ...Object.fromEntries([...'FWVB'].map((letter) => [letter, 'F'])),
  ...Object.fromEntries([...'TD'].map((letter) => [letter, 'T'])),
  ...Object.fromEntries([...'MN'].map((letter) => [letter, 'N'])),
  ...Object.fromEntries([...'AEIOUY'].map((letter) => [letter, ''])),
};

/**
 * Encodes roughly how a word sounds: the classes of its consonants, in order. `MOHAMMED`, `MUHAMMAD` and `MHMD` get the same
 * code.
 */
export function encodeSound(word: string): string {
  const spelled = word.replace(spellings, 'K').replace(/PH/g, 'F').replace(/TH|DH/g, 'T');
  let sound = classes[word.charAt(0)] === '' ? 'A' : '';
  for (const letter of spelled) {
    const heard = classes[letter] ?? letter;
    if (!sound.endsWith(heard)) sound += heard;
  }
  return sound;
}

/**
 * Returns the blocking keys of a name: the sound of one word combined with the first sound of another. Two names share a key if
 * one word sounds the same and a second begins alike, in any order, so one word may be spelled quite differently.
 *
 * @returns the key of the identical words in any order, which few other names share, followed by the others; a name of one word
 *   has only the first.
 */
export function blockingKeys(words: readonly string[]): number[] {
  const sounds = words.slice(0, maxWords).map(encodeSound);
  const same = words.length === 1 ? `${sounds[0]}|` : `=${[...words].sort().join(' ')}`;
  const keys = new Set<number>([hash37(same)]);
  for (const [i, sound] of sounds.entries())
    for (const [j, other] of sounds.entries()) if (i !== j) keys.add(hash37(`${sound}|${other.charAt(0)}`));
  return [...keys];
}

/** Hashes to 37 bits by two FNV-1a hashes. Together with an index among 67 million names, the hash fits into 63 bits. */
function hash37(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let index = 0; index < text.length; index++) {
    low = Math.imul(low ^ text.charCodeAt(index), 0x01000193) >>> 0;
    high = Math.imul(high ^ text.charCodeAt(index), 0x85ebca6b) >>> 0;
  }
  return (high % 32) * 2 ** 32 + low;
}
