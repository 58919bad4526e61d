import type { Language } from '@vendor/contract';
import type { Messages } from './messages.ts';

interface Texts {
  readonly messages: Partial<Messages>;
}

type LoadMessages = () => Promise<Texts>;

/** The texts of the frame name where those are that hardly anybody sees: nine languages of them are not in the first load. */
type LoadFrameMessages = () => Promise<Texts & { readonly [part in 'offer' | 'handOff']: LoadMessages }>;

/** The texts of the capture screens name where those of the other steps are: the first screen need not know. */
type LoadCaptureMessages = () => Promise<Texts & { readonly more: () => readonly Promise<Texts>[] }>;

/**
 * Where the texts of a language come from: those of the frame first, those of the capture screens with their code; from there
 * those of the way to the service's own page, of a hand-off to a phone, and of the steps.
 */
export interface Locale {
  readonly frame: LoadFrameMessages;
  readonly capture: LoadCaptureMessages;
}

/** The texts of every language, each part a chunk of its own. */
export const locales: { readonly [L in Language]: Locale } = {
  en: {
    frame: () => import('./locales/en.ts'),
    capture: () => import('./locales/capture-en.ts'),
  },
  de: {
    frame: () => import('./locales/de.ts'),
    capture: () => import('./locales/capture-de.ts'),
  },
  es: {
    frame: () => import('./locales/es.ts'),
    capture: () => import('./locales/capture-es.ts'),
  },
  fr: {
    frame: () => import('./locales/fr.ts'),
    capture: () => import('./locales/capture-fr.ts'),
  },
  it: {
    frame: () => import('./locales/it.ts'),
    capture: () => import('./locales/capture-it.ts'),
  },
  pt: {
    frame: () => import('./locales/pt.ts'),
    capture: () => import('./locales/capture-pt.ts'),
  },
  hu: {
    frame: () => import('./locales/hu.ts'),
    capture: () => import('./locales/capture-hu.ts'),
  },
  ar: {
    frame: () => import('./locales/ar.ts'),
    capture: () => import('./locales/capture-ar.ts'),
  },
  zh: {
    frame: () => import('./locales/zh.ts'),
    capture: () => import('./locales/capture-zh.ts'),
  },
};
