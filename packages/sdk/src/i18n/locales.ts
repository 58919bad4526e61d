import type { Language } from '@vendor/contract';
import type { Messages } from './messages.ts';

interface Texts {
  readonly messages: Partial<Messages>;
}

type LoadMessages = () => Promise<Texts>;

/** The texts of the capture screens name where those of the other steps are: the first screen need not know. */
type LoadCaptureMessages = () => Promise<Texts & { readonly more: () => readonly Promise<Texts>[] }>;

/**
 * Where the texts of a language come from: those of the frame first, those of the capture screens with their code, and those
 * that hardly anybody sees, of the way to the service's own page and of a hand-off to a phone, where they are needed.
 */
export interface Locale {
  readonly frame: LoadMessages;
  readonly capture: LoadCaptureMessages;
  readonly offer: LoadMessages;
  readonly handOff: LoadMessages;
}

/** The texts of every language, each part a chunk of its own. */
export const locales: { readonly [L in Language]: Locale } = {
  en: {
    frame: () => import('./locales/en.ts'),
    capture: () => import('./locales/capture-en.ts'),
    offer: () => import('./locales/offer-en.ts'),
    handOff: () => import('./locales/hand-off-en.ts'),
  },
  de: {
    frame: () => import('./locales/de.ts'),
    capture: () => import('./locales/capture-de.ts'),
    offer: () => import('./locales/offer-de.ts'),
    handOff: () => import('./locales/hand-off-de.ts'),
  },
  es: {
    frame: () => import('./locales/es.ts'),
    capture: () => import('./locales/capture-es.ts'),
    offer: () => import('./locales/offer-es.ts'),
    handOff: () => import('./locales/hand-off-es.ts'),
  },
  fr: {
    frame: () => import('./locales/fr.ts'),
    capture: () => import('./locales/capture-fr.ts'),
    offer: () => import('./locales/offer-fr.ts'),
    handOff: () => import('./locales/hand-off-fr.ts'),
  },
  it: {
    frame: () => import('./locales/it.ts'),
    capture: () => import('./locales/capture-it.ts'),
    offer: () => import('./locales/offer-it.ts'),
    handOff: () => import('./locales/hand-off-it.ts'),
  },
  pt: {
    frame: () => import('./locales/pt.ts'),
    capture: () => import('./locales/capture-pt.ts'),
    offer: () => import('./locales/offer-pt.ts'),
    handOff: () => import('./locales/hand-off-pt.ts'),
  },
  hu: {
    frame: () => import('./locales/hu.ts'),
    capture: () => import('./locales/capture-hu.ts'),
    offer: () => import('./locales/offer-hu.ts'),
    handOff: () => import('./locales/hand-off-hu.ts'),
  },
  ar: {
    frame: () => import('./locales/ar.ts'),
    capture: () => import('./locales/capture-ar.ts'),
    offer: () => import('./locales/offer-ar.ts'),
    handOff: () => import('./locales/hand-off-ar.ts'),
  },
  zh: {
    frame: () => import('./locales/zh.ts'),
    capture: () => import('./locales/capture-zh.ts'),
    offer: () => import('./locales/offer-zh.ts'),
    handOff: () => import('./locales/hand-off-zh.ts'),
  },
};
