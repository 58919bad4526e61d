import type { Language } from '@vendor/contract';
import { messages as capture } from '@vendor/texts/locales/en/capture';
import { messages as collect } from '@vendor/texts/locales/en/collect';
import { messages as form } from '@vendor/texts/locales/en/form';
import { messages as frame } from '@vendor/texts/locales/en/frame';
import { messages as handOff } from '@vendor/texts/locales/en/hand-off';
import { messages as offer } from '@vendor/texts/locales/en/offer';
import { messages as selfie } from '@vendor/texts/locales/en/selfie';
import { createFlowLanguage, type FlowLanguage } from '../i18n/flow-language.ts';

/** All English texts. */
export const englishMessages = { ...frame, ...capture, ...selfie, ...collect, ...form, ...offer, ...handOff };

/** Returns a completely loaded language with English texts. */
export function spokenInEnglish(language: Language = 'en'): FlowLanguage {
  return createFlowLanguage(language, englishMessages, async () => ({}));
}
