import type { Language } from '@vendor/contract';
import type { Messages } from './messages.ts';

type LoadMessages = () => Promise<{ readonly messages: Partial<Messages> }>;

/** Where the texts of a language come from: those of the frame first, those of the capture screens with their code. */
export interface Locale {
  readonly frame: LoadMessages;
  readonly capture: LoadMessages;
}

/** The texts of every language, each half a chunk of its own. */
export const locales: { readonly [L in Language]: Locale } = {
  en: { frame: () => import('./locales/en.ts'), capture: () => import('./locales/capture-en.ts') },
  de: { frame: () => import('./locales/de.ts'), capture: () => import('./locales/capture-de.ts') },
  es: { frame: () => import('./locales/es.ts'), capture: () => import('./locales/capture-es.ts') },
  fr: { frame: () => import('./locales/fr.ts'), capture: () => import('./locales/capture-fr.ts') },
  it: { frame: () => import('./locales/it.ts'), capture: () => import('./locales/capture-it.ts') },
  pt: { frame: () => import('./locales/pt.ts'), capture: () => import('./locales/capture-pt.ts') },
  hu: { frame: () => import('./locales/hu.ts'), capture: () => import('./locales/capture-hu.ts') },
  ar: { frame: () => import('./locales/ar.ts'), capture: () => import('./locales/capture-ar.ts') },
  zh: { frame: () => import('./locales/zh.ts'), capture: () => import('./locales/capture-zh.ts') },
};
