/** Scripts that letters keep their sound and words their borders in when they are written in Latin. */
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

/** Script of letters that no known script has. */
const otherScript = 'Other';

/** Share and number of names that a list needs in a script, the lower of both, so that one stray alias clears nobody. */
const minListed = { share: 0.01, names: 100 };

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
  return found.length > 0 ? found : [otherScript];
}

/** Names of a list by script, from `unreliableScripts`. */
export interface ListedScripts {
  readonly names: number;
  /** Undefined for lists that an earlier release imported without counting. */
  readonly scripts?: Readonly<Record<string, number>> | undefined;
}

/** Returns whether a list can be searched for a name: each unreliable script of the name is also one of its names. */
export function canCompareScripts(name: string, { names, scripts = {} }: ListedScripts): boolean {
  const least = Math.max(1, Math.min(minListed.names, names * minListed.share));
  return unreliableScripts(name).every((script) => script !== otherScript && (scripts[script] ?? 0) >= least);
}
