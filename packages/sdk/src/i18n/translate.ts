import type { Direction } from './direction.ts';
import type { Message } from './message.ts';
import type { MessageKey, Messages, ValuesFor } from './messages.ts';

/** Gives the text of a key with its placeholders filled in. A key without its values is a type error. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: ValuesFor<Key>) => string;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** A letter of Hebrew, Arabic or another script that is written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Makes the translator of one language. A text that has not arrived is empty.
 *
 * @param messages The texts that are there; further ones may be added to it later.
 * @param intlTag BCP 47 tag for plural rules and digits.
 * @param direction In right-to-left text every value is isolated (Unicode UAX #9), in left-to-right text every value of
 *   the other direction, so that the name of a company does not reorder the words around it.
 */
export function createTranslate(
  messages: Partial<Messages>,
  intlTag: string,
  direction: Direction,
): Translate {
  const pluralRules = new Intl.PluralRules(intlTag);
  const numbers = new Intl.NumberFormat(intlTag);
  const show = (value: string | number) => {
    const text = typeof value === 'number' ? numbers.format(value) : value;
    return direction === 'rtl' || RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;
  };
  return (key, ...rest) => {
    const values: Readonly<Record<string, string | number>> = rest[0] ?? {};
    const text = formOf(messages[key] ?? '', values, pluralRules);
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      return value === undefined ? placeholder : show(value);
    });
  };
}

function formOf(
  message: Message,
  values: Readonly<Record<string, string | number>>,
  rules: Intl.PluralRules,
): string {
  if (typeof message === 'string') return message;
  return message[rules.select(Number(values.count))] ?? message.other;
}
