import type { HostedTexts, LinkTexts, PhoneTexts, WindowTexts } from '@vendor/texts/hosted';
import { hostedTexts, type Language, languages } from '@vendor/texts/languages';

/** Texts of a hosted page before the flow is loaded, and if it cannot be. */
export type PageWords = WindowTexts &
  Partial<Pick<LinkTexts, 'expired' | 'finished' | 'app'> & Pick<PhoneTexts, 'pairing'>>;

/** Texts of one page, by language. */
export type WordsByLanguage = Readonly<Record<Language, PageWords>>;

function inEachLanguage(wordsOf: (texts: HostedTexts) => PageWords): WordsByLanguage {
  const words = languages.map((language) => [language, wordsOf(hostedTexts[language])]);
  return Object.fromEntries(words) as WordsByLanguage;
}

export const popupWords = inEachLanguage(({ window }) => window);
export const linkWords = inEachLanguage(({ window, link }) => ({ ...window, ...link }));
export const phoneWords = inEachLanguage(({ window, phone }) => ({ ...window, ...phone }));
