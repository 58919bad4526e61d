import type { Language } from '@vendor/contract';
import type { Messages } from './messages.ts';

interface Texts {
  readonly messages: Partial<Messages>;
}

type LoadMessages = () => Promise<Texts>;

/** The texts of the capture screens name where those of the other steps are. */
type LoadCaptureMessages = () => Promise<Texts & { readonly more: () => readonly Promise<Texts>[] }>;

/**
 * Loads the texts of the frame, which come first. They name where the others of their language are, so that the first screen need
 * not know: those of the capture screens, and those that hardly anybody sees, of the way to the service's own page and of a
 * hand-off to a phone.
 */
export type LoadLocale = () => Promise<
  Texts & {
    readonly capture: LoadCaptureMessages;
    readonly offer: LoadMessages;
    readonly handOff: LoadMessages;
  }
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
