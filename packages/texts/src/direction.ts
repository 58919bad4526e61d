import type { Language } from './languages.ts';

/** Writing direction of a language. */
export type Direction = 'ltr' | 'rtl';

/** Returns the writing direction of a language. */
export function directionOf(language: Language): Direction {
  return language === 'ar' ? 'rtl' : 'ltr';
}
