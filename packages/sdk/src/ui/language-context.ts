import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SpokenLanguage } from '../i18n/flow-language.ts';

/** The language of the flow, the one thing that every screen and part may read without being handed it: the frame provides it. */
export const LanguageContext = createContext(null as unknown as SpokenLanguage);

/** The language of the flow around this component. */
export const useLanguage = (): SpokenLanguage => useContext(LanguageContext);
