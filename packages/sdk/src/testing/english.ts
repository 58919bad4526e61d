import type { Language } from '@vendor/contract';
import { createFlowLanguage, type FlowLanguage } from '../i18n/flow-language.ts';
import { messages as capture } from '../i18n/locales/capture-en.ts';
import { messages as collect } from '../i18n/locales/collect-en.ts';
import { messages as frame } from '../i18n/locales/en.ts';
import { messages as form } from '../i18n/locales/form-en.ts';
import { messages as handOff } from '../i18n/locales/hand-off-en.ts';
import { messages as offer } from '../i18n/locales/offer-en.ts';
import { messages as selfie } from '../i18n/locales/selfie-en.ts';

/** All English texts. */
export const englishMessages = { ...frame, ...capture, ...selfie, ...collect, ...form, ...offer, ...handOff };

/** A language of the flow that has arrived as a whole, with English texts. */
export function spokenInEnglish(language: Language = 'en'): FlowLanguage {
  return createFlowLanguage(language, englishMessages, async () => ({}));
}
