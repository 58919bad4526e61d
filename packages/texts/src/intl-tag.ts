import type { Language } from './languages.ts';

/**
 * Returns the BCP 47 tag with which `Intl` formats a language. Arabic follows the usage of the United Arab Emirates with Latin
 * digits, so that a size or percentage looks like the numbers on the document.
 */
export function intlTagOf(language: Language): string {
  return language === 'ar' ? 'ar-AE-u-nu-latn' : language;
}
