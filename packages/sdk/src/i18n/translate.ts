import type { Direction } from '@vendor/texts/direction';
import type { Message } from '@vendor/texts/message';
import type { MessageKey, Messages, ValuesFor } from '@vendor/texts/messages';

/** Returns the text of a key with its placeholders filled in. A key without its values is a type error. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: ValuesFor<Key>) => string;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** A letter of Hebrew, Arabic or another right-to-left script. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Creates the translator of one language. A text that has not loaded is empty.
 *
 * Plural rules and number formats are created when a text first needs them: the browser loads the language's data for them,
 * which takes longer than all other code of the first screen, and that screen needs neither.
 *
 * @param messages Loaded texts; more may be added later.
 * @param intlTag BCP 47 tag for plural rules and digits.
 * @param direction Direction of the text. In right-to-left text every value is isolated (Unicode UAX #9), in left-to-right text
 *   every right-to-left value, so that the name of a company does not reorder the words around it.
 */
export function createTranslate(
  messages: Partial<Messages>,
  intlTag: string,
  direction: Direction,
): Translate {
  let pluralRules: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const formFor = (count: number) => {
    pluralRules ??= new Intl.PluralRules(intlTag);
    return pluralRules.select(count);
  };
  const formatNumber = (value: number) => {
    numbers ??= new Intl.NumberFormat(intlTag);
    return numbers.format(value);
  };
  const show = (value: string | number) => {
    const text = typeof value === 'number' ? formatNumber(value) : value;
    return direction === 'rtl' || RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;
  };
  return (key, ...rest) => {
    const values: Readonly<Record<string, string | number>> = rest[0] ?? {};
    const text = choosePluralForm(messages[key] ?? '', values, formFor);
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      // An integrator's own text may name any placeholder; inherited members of the values are not used.
      return typeof value === 'string' || typeof value === 'number' ? show(value) : placeholder;
    });
  };
}

function choosePluralForm(
  message: Message,
  values: Readonly<Record<string, string | number>>,
  formFor: (count: number) => Intl.LDMLPluralRule,
): string {
  if (typeof message === 'string') return message;
  return message[formFor(Number(values.count))] ?? message.other;
}
