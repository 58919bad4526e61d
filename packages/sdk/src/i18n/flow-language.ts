import type { Language } from '@vendor/contract';
import { type Direction, directionOf } from './direction.ts';
import { intlTagOf } from './intl-tag.ts';
import type { Messages } from './messages.ts';
import { createTranslate, type Translate } from './translate.ts';

/** All that a screen needs to speak a language. */
export interface FlowLanguage {
  /** For the `lang` attribute. */
  readonly language: Language;
  /** For `Intl`. */
  readonly intlTag: string;
  readonly direction: Direction;
  readonly t: Translate;
  /** Brings the texts of the capture screens, for which `t` gives nothing before. When it rejects, call it again. */
  readonly loadCaptureTexts: () => Promise<void>;
}

/** Joins the texts of a language, those at hand and those still to be loaded, with its direction and its formats. */
export function createFlowLanguage(
  language: Language,
  messages: Partial<Messages>,
  loadCaptureMessages: () => Promise<Partial<Messages>>,
): FlowLanguage {
  const intlTag = intlTagOf(language);
  const direction = directionOf(language);
  const texts = { ...messages };
  return {
    language,
    intlTag,
    direction,
    t: createTranslate(texts, intlTag, direction),
    loadCaptureTexts: async () => {
      Object.assign(texts, await loadCaptureMessages());
    },
  };
}
