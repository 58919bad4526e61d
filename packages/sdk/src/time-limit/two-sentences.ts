/** Joins two sentences. Chinese has no space between them, because its full stop is as wide as a character. */
export function twoSentences(one: string, other: string): string {
  return one.endsWith('。') ? one + other : `${one} ${other}`;
}
