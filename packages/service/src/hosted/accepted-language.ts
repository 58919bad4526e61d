import { type Language, languages } from '@vendor/texts/languages';

/** Country codes that some systems send instead of a language. */
const aliases: Readonly<Record<string, Language>> = { ae: 'ar', cn: 'zh' };

const isKnown = (tag: string): tag is Language => languages.some((language) => language === tag);

/**
 * Returns the supported language that a browser prefers by `Accept-Language` (RFC 9110, section 12.5.4), whatever its region;
 * `en` if none is supported.
 */
export function acceptedLanguage(header: string | undefined): Language {
  const wishes = (header ?? '')
    .split(',')
    .slice(0, 50)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const quality = parameters.find((text) => text.startsWith('q='))?.slice(2);
      const primary = tag.split('-', 1)[0] ?? '';
      return { language: aliases[primary] ?? primary, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wishes.map(({ language }) => language).find(isKnown) ?? 'en';
}
