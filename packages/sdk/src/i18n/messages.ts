import type { messages as english } from './locales/en.ts';
import type { Message, PlaceholderOf, PluralForms } from './message.ts';

type English = typeof english;

/** The name of a text of the flow. English is the source: a key that it lacks does not exist. */
export type MessageKey = keyof English;

/** All texts of one language. Leaving one out is a type error. */
export type Messages = {
  readonly [Key in MessageKey]: English[Key] extends string ? string : PluralForms;
};

/** What stands in for the placeholders of a text; nothing when it has none. */
export type ValuesFor<Key extends MessageKey> =
  PlaceholderOf<Extract<English[Key], Message>> extends never
    ? []
    : [values: { readonly [Name in PlaceholderOf<Extract<English[Key], Message>>]: string | number }];
