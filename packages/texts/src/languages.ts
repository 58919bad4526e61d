import type { HostedTexts } from './hosted.ts';
import { hosted as ar } from './locales/ar/hosted.ts';
import { hosted as de } from './locales/de/hosted.ts';
import { hosted as en } from './locales/en/hosted.ts';
import { hosted as es } from './locales/es/hosted.ts';
import { hosted as fr } from './locales/fr/hosted.ts';
import { hosted as hu } from './locales/hu/hosted.ts';
import { hosted as it } from './locales/it/hosted.ts';
import { hosted as pt } from './locales/pt/hosted.ts';
import { hosted as zh } from './locales/zh/hosted.ts';
import type { MessagesOf, TextPart } from './messages.ts';

interface Texts<Part extends TextPart> {
  readonly messages: MessagesOf<Part>;
}

/** Deferred parts of the texts, loaded when needed. */
export type DeferredPart = Exclude<TextPart, 'frame'>;

/**
 * Loads the texts of the frame, which are needed first. Their module exports the loaders of all other parts, so that the first
 * screen need not know them: capture screens, each kind of step, and the rarely needed texts of the hosted-page offer and the
 * hand-off to a phone.
 */
export type LoadLocale = () => Promise<
  Texts<'frame'> & { readonly [Part in DeferredPart]: () => Promise<Texts<Part>> }
>;

/** Texts of the flow in every language; each part is a separate chunk in the SDK. */
export const locales: { readonly [L in Language]: LoadLocale } = {
  en: () => import('./locales/en/frame.ts'),
  de: () => import('./locales/de/frame.ts'),
  es: () => import('./locales/es/frame.ts'),
  fr: () => import('./locales/fr/frame.ts'),
  it: () => import('./locales/it/frame.ts'),
  pt: () => import('./locales/pt/frame.ts'),
  hu: () => import('./locales/hu/frame.ts'),
  ar: () => import('./locales/ar/frame.ts'),
  zh: () => import('./locales/zh/frame.ts'),
};

/** Languages of the flow (specification, section 4.5), as BCP 47 primary subtags. */
export const languages = ['en', 'de', 'es', 'fr', 'it', 'pt', 'hu', 'ar', 'zh'] as const;

/** A language of the flow. `ar` follows the usage of the United Arab Emirates. */
export type Language = (typeof languages)[number];

/** Texts of the service's own pages in every language. Bundles of the SDK leave them out. */
export const hostedTexts: { readonly [L in Language]: HostedTexts } = { en, de, es, fr, it, pt, hu, ar, zh };
