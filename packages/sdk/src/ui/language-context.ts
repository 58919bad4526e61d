import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FlowLanguage } from '../i18n/flow-language.ts';

/** The language of the flow, the one thing that every screen and part may read without being handed it. */
export const LanguageContext = createContext<FlowLanguage | null>(null);

/** The language of the flow around this component. */
export function useLanguage(): FlowLanguage {
  const language = useContext(LanguageContext);
  if (language === null) throw new Error('A screen is drawn outside of LanguageContext.');
  return language;
}
