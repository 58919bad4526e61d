/** Two sentences as one text. Chinese sets no space between them: the full stop is as wide as a letter. */
export function twoSentences(one: string, other: string): string {
  return one.endsWith('。') ? one + other : `${one} ${other}`;
}
