import type { messages as capture } from './locales/capture-en.ts';
import type { messages as frame } from './locales/en.ts';
import type { Message, PlaceholderOf, PluralForms } from './message.ts';

type English = typeof frame & typeof capture;

/** The name of a text of the flow. English is the source: a key that it lacks does not exist. */
export type MessageKey = keyof English;

/** All texts of one language. */
export type Messages = {
  readonly [Key in MessageKey]: English[Key] extends string ? string : PluralForms;
};

/**
 * What a language says for a part of the English texts: every text, and of a plural text exactly the forms of the
 * language's plural categories (CLDR). Leaving one out is a type error.
 */
type Translation<Source, Category extends keyof PluralForms> = {
  readonly [Key in keyof Source]: Source[Key] extends string
    ? string
    : { readonly [Form in Category]: string };
};

/** The texts of the frame and of the screens that come with it. */
export type FrameMessages<Category extends keyof PluralForms> = Translation<typeof frame, Category>;

/** The texts of the capture screens, which come with their code. */
export type CaptureMessages<Category extends keyof PluralForms> = Translation<typeof capture, Category>;

/** What stands in for the placeholders of a text; nothing when it has none. */
export type ValuesFor<Key extends MessageKey> =
  PlaceholderOf<Extract<English[Key], Message>> extends never
    ? []
    : [values: { readonly [Name in PlaceholderOf<Extract<English[Key], Message>>]: string | number }];
