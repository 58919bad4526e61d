/** Letters and groups that Latin spellings of one Arabic or Hebrew letter share. All leading vowels become A. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/KH/g, 'H'],
  [/GH|[CQG]/g, 'K'],
  [/SH/g, 'X'],
  [/TH/g, 'T'],
  [/DH/g, 'D'],
  [/PH|V/g, 'F'],
  [/P/g, 'B'],
  [/(.)\1+/g, '$1'],
  [/^[AEIOU]+/, 'A'],
  [/(?<!^)[AEIOUYW]/g, ''],
  [/(?<=.)H$/, ''],
];

/** Returns the consonants of a word, which are all that Arabic and Hebrew write: SDM for SADDAM, HSN for HUSSEIN and HSYN. */
export function skeletonOf(word: string): string {
  return spellings.reduce((text, [spelling, letter]) => text.replace(spelling, letter), word);
}
