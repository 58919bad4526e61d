import type { DeferredPart } from '@vendor/texts/languages';

/** Patterns of the keys that only one part has. A key that matches none belongs to the capture screens, or does not exist. */
const ownKeys: readonly (readonly [DeferredPart, RegExp])[] = [
  ['selfie', /^(selfie\.|pose\.|retry\.(FACE|SELFIE))/],
  ['collect', /^(collect\.|retry\.(TEXT|ADDRESS|NAME|CARD|FILE|DOCUMENT_TOO_OLD))/],
  ['form', /^(form|field)\./],
  ['offer', /^hosted\./],
  ['handOff', /^handOff\./],
];

/**
 * Returns the part that has the text of a key. Keys of the frame count as `capture`, because all keys of both are known once
 * `capture` has loaded.
 */
export function partOf(key: string): DeferredPart {
  return ownKeys.find(([, pattern]) => pattern.test(key))?.[0] ?? 'capture';
}

/**
 * Warns in the console of `messages` of the page that are not used.
 *
 * @param part - the part that has just loaded; keys of other parts are skipped.
 * @param ignored - keys that are not in this part or the frame, or whose values are unusable.
 */
export function warnUnused(part: DeferredPart, ignored: readonly string[]): void {
  for (const key of ignored) {
    if (partOf(key) === part) console.warn(`VendorOrchestration: messages.${key} is not used.`);
  }
}
