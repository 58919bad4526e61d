import type { Language } from '@vendor/contract';
import { createFlowLanguage, type FlowLanguage } from '../i18n/flow-language.ts';
import { messages as capture } from '../i18n/locales/capture-en.ts';
import { messages as frame } from '../i18n/locales/en.ts';

/** All English texts. */
export const englishMessages = { ...frame, ...capture };

/** A language of the flow that has arrived as a whole, with English texts. */
export function spokenInEnglish(language: Language = 'en'): FlowLanguage {
  return createFlowLanguage(language, englishMessages, async () => ({}));
}
