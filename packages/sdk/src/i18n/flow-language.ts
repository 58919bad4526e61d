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
  /** The same for the texts of the way to the service's own page. */
  readonly loadOfferTexts: () => Promise<void>;
  /** And for those of a hand-off to a phone. */
  readonly loadHandOffTexts: () => Promise<void>;
}

/** The texts that come later, each part when it is asked for. */
export interface LaterMessages {
  readonly capture: () => Promise<Partial<Messages>>;
  readonly offer: () => Promise<Partial<Messages>>;
  readonly handOff: () => Promise<Partial<Messages>>;
}

/** Joins the texts of a language, those at hand and those still to be loaded, with its direction and its formats. */
export function createFlowLanguage(
  language: Language,
  messages: Partial<Messages>,
  later: LaterMessages,
): FlowLanguage {
  const intlTag = intlTagOf(language);
  const direction = directionOf(language);
  const texts = { ...messages };
  const bring = (load: () => Promise<Partial<Messages>>) => async () => {
    Object.assign(texts, await load());
  };
  return {
    language,
    intlTag,
    direction,
    t: createTranslate(texts, intlTag, direction),
    loadCaptureTexts: bring(later.capture),
    loadOfferTexts: bring(later.offer),
    loadHandOffTexts: bring(later.handOff),
  };
}
