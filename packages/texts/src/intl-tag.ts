import type { Language } from './languages.ts';

/**
 * The BCP 47 tag that `Intl` formats a language with. Arabic follows the usage of the United Arab Emirates with Latin
 * digits, so that a size or a percentage looks like the numbers on the document.
 */
export function intlTagOf(language: Language): string {
  return language === 'ar' ? 'ar-AE-u-nu-latn' : language;
}
