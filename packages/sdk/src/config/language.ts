import { type Language, SUPPORTED_LANGUAGES } from './configuration.ts';

/** Country codes that pages use instead of the language. */
const aliases: Readonly<Record<string, Language>> = { ae: 'ar', cn: 'zh' };

/**
 * Chooses the language of the flow.
 *
 * @param tag - a BCP 47 tag, matched by its primary subtag in any case (`de-AT` and `DE` are `de`).
 * @returns `en` if the tag is missing or unsupported; the browser's settings have no influence.
 */
export function resolveLanguage(tag: unknown): Language {
  if (typeof tag !== 'string') return 'en';
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0] as string;
  return SUPPORTED_LANGUAGES.find((known) => known === (aliases[primary] ?? primary)) ?? 'en';
}
