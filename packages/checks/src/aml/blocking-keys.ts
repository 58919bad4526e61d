import { bareFamilyName, singleWordOf } from './name-words.ts';

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
 * Returns the blocking keys of a name: that of its identical words in any order, and the sound of each word combined with the
 * first sound of each other. Two names share a key if one word sounds the same and a second begins alike, in any order, so one
 * word may be spelled quite differently. ABU HAMZA also has the keys of HAMZA.
 */
export function blockingKeys(words: readonly string[]): number[] {
  return [...new Set([...exactKeys(words), ...soundKeys(words, (word) => [encodeSound(word)])])];
}

/** Keys by which a name is searched for. */
export interface SearchKeys {
  /** Keys of identical words, which few names share and whose names are always compared. */
  readonly exact: readonly number[];
  /** Keys of the sounds that the words usually have. */
  readonly similar: readonly number[];
  /** Keys of their other sounds, which say less. */
  readonly other: readonly number[];
}

/** Returns the keys to search for a name by: its own, and those of listed names of one of its words. */
export function searchKeys(words: readonly string[]): SearchKeys {
  const single = words.filter((word) => word.length > 1).map((word) => exactKey([word]));
  const similar = [...new Set(soundKeys(words, (word) => [encodeSound(word)]))];
  const family = bareFamilyName(words);
  const families =
    family === null
      ? []
      : encodeSounds(family).flatMap((sound) => firstSounds.map((first) => hash37(`${sound}|${first}`)));
  const all = [...soundKeys(words, encodeSounds), ...families];
  return {
    exact: [...new Set([...exactKeys(words), ...single])],
    similar,
    other: [...new Set(all)].filter((key) => !similar.includes(key)),
  };
}

/** First sounds of all words. */
const firstSounds = [...'AKFTNPLR'];

/** Returns the keys of the identical words: of all, and of the only one that is not a particle. */
function exactKeys(words: readonly string[]): number[] {
  return namesWithin(words).map(exactKey);
}

/** Returns the keys of the sounds of the words. @param soundsOf - lists the sounds of a word. */
function soundKeys(words: readonly string[], soundsOf: (word: string) => string[]): number[] {
  return namesWithin(words).flatMap((name) => pairKeys(name.slice(0, maxWords).map(soundsOf)));
}

/** Lists the words of a name, and its single word apart from particles: another name may lack the particles. */
function namesWithin(words: readonly string[]): (readonly string[])[] {
  const single = words.length === 1 ? null : singleWordOf(words);
  return single === null ? [words] : [words, [single]];
}

function exactKey(words: readonly string[]): number {
  return hash37(`=${[...words].sort().join(' ')}`);
}

/** Combines the sounds of each word with the first sounds of every other one. @param sounds - for each word, all its sounds. */
function pairKeys(sounds: readonly (readonly string[])[]): number[] {
  if (sounds.length === 1) return sounds[0]!.map((sound) => hash37(`${sound}|`));
  return sounds.flatMap((own, i) =>
    sounds
      .filter((_, j) => i !== j)
      .flatMap((others) =>
        own.flatMap((sound) => others.map((other) => hash37(`${sound}|${other.charAt(0)}`))),
      ),
  );
}

/** Encodes the sounds of a word. J sounds like K in English and like Y in other languages: JELENA is also YELENA. */
function encodeSounds(word: string): string[] {
  const spelled = [word, word.replace(/(?<!D)J/g, 'Y'), word.replace(/^Y/, 'J')];
  return [...new Set(spelled.map(encodeSound))];
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
