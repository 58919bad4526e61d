/** Scripts in daily use (UAX 31, table 5) that are not mixed with others in a word. */
const alone = [
  ...['Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek', 'Gujarati'],
  ...['Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil'],
  ...['Telugu', 'Thaana', 'Thai', 'Tibetan'],
].map((name) => [name]);

/** Scripts that are written together (UTS 39, section 5.2, highly restrictive): Japanese, Chinese and Korean, with Latin. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

const writings = [...alone, ...together].map(
  (scripts) =>
    new RegExp(`^[${['Common', 'Inherited', ...scripts].map((name) => `\\p{scx=${name}}`).join('')}]*$`, 'u'),
);

/** Returns whether a word mixes scripts that no language combines; letters of one script often look like those of another. */
export function mixesScripts(word: string): boolean {
  return !writings.some((writing) => writing.test(word));
}
