import type { LaterPart } from '@vendor/texts/languages';

/**
 * Beginnings of the keys that only one part has; a key that no pattern matches belongs to the capture screens, or to nothing.
 */
const ownKeys: readonly (readonly [LaterPart, RegExp])[] = [
  ['selfie', /^(selfie\.|pose\.|retry\.(FACE|SELFIE))/],
  ['collect', /^(collect\.|retry\.(TEXT|ADDRESS|NAME|CARD|FILE|DOCUMENT_TOO_OLD))/],
  ['form', /^(form|field)\./],
  ['offer', /^hosted\./],
  ['handOff', /^handOff\./],
];

/** The part that a text comes with, by its key. Those of the frame count to the capture screens, with which all of these are known. */
export function partOf(key: string): LaterPart {
  return ownKeys.find(([, pattern]) => pattern.test(key))?.[0] ?? 'capture';
}

/**
 * Names in the console the own words of a page that cannot be used.
 *
 * @param part - what has just arrived: words for another are not judged.
 * @param ignored - the keys that neither it nor what came before takes.
 */
export function tellUnused(part: LaterPart, ignored: readonly string[]): void {
  for (const key of ignored) {
    if (partOf(key) === part) console.warn(`VendorOrchestration: messages.${key} is not used.`);
  }
}
