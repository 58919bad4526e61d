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
}

/** Joins a language's texts with its direction and its formats. */
export function createFlowLanguage(language: Language, messages: Messages): FlowLanguage {
  const intlTag = intlTagOf(language);
  const direction = directionOf(language);
  return { language, intlTag, direction, t: createTranslate(messages, intlTag, direction) };
}
