import type { Language } from '@vendor/contract';
import type { MessagesOf, TextPart } from './messages.ts';

interface Texts<Part extends TextPart> {
  readonly messages: MessagesOf<Part>;
}

/** The texts that come later, each part when it is needed. */
export type LaterPart = Exclude<TextPart, 'frame'>;

/**
 * Loads the texts of the frame, which come first. They name where the others of their language are, so that the first screen need
 * not know: those of the capture screens, of each kind of step, and those that hardly anybody sees, of the way to the service's own
 * page and of a hand-off to a phone.
 */
export type LoadLocale = () => Promise<
  Texts<'frame'> & { readonly [Part in LaterPart]: () => Promise<Texts<Part>> }
>;

/** The texts of every language, each part a chunk of its own. */
export const locales: { readonly [L in Language]: LoadLocale } = {
  en: () => import('./locales/en.ts'),
  de: () => import('./locales/de.ts'),
  es: () => import('./locales/es.ts'),
  fr: () => import('./locales/fr.ts'),
  it: () => import('./locales/it.ts'),
  pt: () => import('./locales/pt.ts'),
  hu: () => import('./locales/hu.ts'),
  ar: () => import('./locales/ar.ts'),
  zh: () => import('./locales/zh.ts'),
};
