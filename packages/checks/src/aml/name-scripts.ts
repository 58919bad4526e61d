/** Scripts whose letters keep their sound, and whose words stay apart, when transliterated. */
const RELIABLE = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Common}]/u;

/** Letters of any other script: vowels, borders of words or the reading are not written. */
const UNRELIABLE = new RegExp(`(?!${RELIABLE.source})\\p{L}`, 'u');

/** Scripts told apart, by their names in Unicode. */
const known = (
  'Arabic Hebrew Syriac Thai Lao Khmer Myanmar Han Hangul Hiragana Katakana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil ' +
  'Telugu Kannada Malayalam Sinhala Tibetan Ethiopic Thaana Mongolian'
)
  .split(' ')
  .map((script) => ({ script, letter: new RegExp(`\\p{sc=${script}}`, 'u') }));

/** Script of unreliable letters of no known script. */
const otherScript = 'Other';

/** Minimum share of a list's names in a script. With fewer, most entries have no name that can be compared. */
const minShare = 0.5;

/** Returns whether a text has a letter whose transliteration loses vowels, borders of words or the reading. */
export function isUnreliable(text: string): boolean {
  return UNRELIABLE.test(text);
}

/**
 * Returns the scripts of a name that cannot be compared reliably with Latin names: `صدام` becomes SDM, and 山田 has a Chinese
 * and a Japanese reading. Names in the same script can be compared.
 */
export function unreliableScripts(name: string): string[] {
  if (!isUnreliable(name)) return [];
  const found = known.filter(({ letter }) => letter.test(name)).map(({ script }) => script);
  const hasOther = [...name].some(
    (letter) => isUnreliable(letter) && !known.some((script) => script.letter.test(letter)),
  );
  return hasOther ? [...found, otherScript] : found;
}

/** Names of a list by script, from `unreliableScripts`. */
export interface ListedScripts {
  readonly names: number;
  /** Undefined for lists that an earlier release imported without counting. */
  readonly scripts?: Readonly<Record<string, number>> | undefined;
}

/** Returns whether a list can be searched for a name: half of its names have each unreliable script of the name. */
export function canCompareScripts(name: string, { names, scripts = {} }: ListedScripts): boolean {
  const least = Math.max(1, names * minShare);
  return unreliableScripts(name).every((script) => script !== otherScript && (scripts[script] ?? 0) >= least);
}
