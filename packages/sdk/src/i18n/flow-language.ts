import type { Language } from '@vendor/contract';
import { type Direction, directionOf } from '@vendor/texts/direction';
import { intlTagOf } from '@vendor/texts/intl-tag';
import type { LaterPart } from '@vendor/texts/languages';
import type { Messages } from '@vendor/texts/messages';
import { createTranslate, type Translate } from './translate.ts';

/** Kinds of steps whose texts load with their screens. These screens also use texts of the capture screens. */
export type StepPart = Extract<LaterPart, 'selfie' | 'collect' | 'form'>;

/** All that a screen needs to speak a language. */
export interface SpokenLanguage {
  /** For the `lang` attribute. */
  readonly language: Language;
  /** For `Intl`. */
  readonly intlTag: string;
  readonly direction: Direction;
  readonly t: Translate;
}

/** The language of a flow, whose texts arrive part by part. */
export interface FlowLanguage extends SpokenLanguage {
  /** Brings the texts of a part, for which `t` gives nothing before. When it rejects, call it again. */
  readonly loadTexts: (part: Exclude<LaterPart, StepPart>) => Promise<void>;
  /**
   * Brings the texts of a step, for its own screens alone: where English stands in, it does for all that they say, and for no
   * other screen. When it rejects, call it again.
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
  load: (...parts: LaterPart[]) => Promise<Partial<Messages>>,
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
    // Texts of a step include those that arrive by `loadTexts` meanwhile.
    loadStepTexts: async (step) => speak(Object.assign(Object.create(texts), await load('capture', step))),
  };
}
