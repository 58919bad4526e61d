import type { Language } from './languages.ts';

/** Which way a language is written. */
export type Direction = 'ltr' | 'rtl';

/** The direction of a language of the flow. */
export function directionOf(language: Language): Direction {
  return language === 'ar' ? 'rtl' : 'ltr';
}
