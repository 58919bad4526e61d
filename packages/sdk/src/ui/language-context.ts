import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SpokenLanguage } from '../i18n/flow-language.ts';

/** Language of the flow, provided by the frame: the only value that screens and parts read without receiving it as a prop. */
export const LanguageContext = createContext(null as unknown as SpokenLanguage);

/** Returns the language of the flow around this component. */
export const useLanguage = (): SpokenLanguage => useContext(LanguageContext);
