import type { Language } from '@vendor/contract';
import { type Direction, directionOf } from '@vendor/texts/direction';
import { intlTagOf } from '@vendor/texts/intl-tag';
import type { DeferredPart } from '@vendor/texts/languages';
import type { Messages } from '@vendor/texts/messages';
import { createTranslate, type Translate } from './translate.ts';

/** Kinds of steps whose texts load with their screens. These screens also use texts of the capture screens. */
export type StepPart = Extract<DeferredPart, 'selfie' | 'collect' | 'form'>;

/** Language in which a screen is drawn. */
export interface SpokenLanguage {
  /** For the `lang` attribute. */
  readonly language: Language;
  /** For `Intl`. */
  readonly intlTag: string;
  readonly direction: Direction;
  readonly t: Translate;
}

/** Language of a flow, whose texts load in parts. */
export interface FlowLanguage extends SpokenLanguage {
  /** Loads the texts of a part; until then, `t` returns empty texts for it. May be called again after a rejection. */
  readonly loadTexts: (part: Exclude<DeferredPart, StepPart>) => Promise<void>;
  /**
   * Loads the texts of a step, only for its own screens: if English replaces them, it does so for all texts of these screens,
   * and for no other screen. May be called again after a rejection.
   */
  readonly loadStepTexts: (step: StepPart) => Promise<SpokenLanguage>;
}

/**
 * Combines the texts of a language, loaded and pending, with its direction and formats.
 *
 * @param load - loads the texts of parts, all in one language.
 */
export function createFlowLanguage(
  language: Language,
  messages: Partial<Messages>,
  load: (...parts: DeferredPart[]) => Promise<Partial<Messages>>,
): FlowLanguage {
  const intlTag = intlTagOf(language);
  const direction = directionOf(language);
  const texts = { ...messages };
  const speak = (words: Partial<Messages>): SpokenLanguage => ({
    language,
    intlTag,
    direction,
    t: createTranslate(words, intlTag, direction),
  });
  return {
    ...speak(texts),
    async loadTexts(part) {
      Object.assign(texts, await load(part));
    },
    // Texts of a step include those that `loadTexts` loads in the meantime.
    loadStepTexts: async (step) => speak(Object.assign(Object.create(texts), await load('capture', step))),
  };
}
