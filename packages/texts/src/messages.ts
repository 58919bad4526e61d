import type { messages as capture } from './locales/en/capture.ts';
import type { messages as collect } from './locales/en/collect.ts';
import type { messages as form } from './locales/en/form.ts';
import type { messages as frame } from './locales/en/frame.ts';
import type { messages as handOff } from './locales/en/hand-off.ts';
import type { messages as offer } from './locales/en/offer.ts';
import type { messages as selfie } from './locales/en/selfie.ts';
import type { Message, PlaceholderOf, PluralForms } from './message.ts';

/** The English texts by part. */
interface Parts {
  readonly frame: typeof frame;
  readonly capture: typeof capture;
  readonly selfie: typeof selfie;
  readonly collect: typeof collect;
  readonly form: typeof form;
  readonly offer: typeof offer;
  readonly handOff: typeof handOff;
}

type English = Parts['frame'] &
  Parts['capture'] &
  Parts['selfie'] &
  Parts['collect'] &
  Parts['form'] &
  Parts['offer'] &
  Parts['handOff'];

/** Part of the texts that is loaded as a unit. */
export type TextPart = keyof Parts;

/** The name of a text of the flow. English is the source: a key missing there does not exist. */
export type MessageKey = keyof English;

type InAnyLanguage<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : PluralForms;
};

/** All texts of one language. */
export type Messages = InAnyLanguage<English>;

/** All texts of one part in one language. */
export type MessagesOf<Part extends TextPart> = InAnyLanguage<Parts[Part]>;

/**
 * Translation of a part of the English texts: every text, and for a plural text exactly the forms of the language's plural
 * categories (CLDR). A missing one is a type error.
 */
type Translation<Source, Category extends keyof PluralForms> = {
  readonly [Key in keyof Source]: Source[Key] extends string
    ? string
    : { readonly [Form in Category]: string };
};

/** The texts of the frame and of the screens that are loaded with it. */
export type FrameMessages<Category extends keyof PluralForms> = Translation<typeof frame, Category>;

/** The texts of the capture screens, which are loaded with their code. */
export type CaptureMessages<Category extends keyof PluralForms> = Translation<typeof capture, Category>;

/** The texts of a selfie, which are loaded with its screens. */
export type SelfieMessages<Category extends keyof PluralForms> = Translation<typeof selfie, Category>;

/** The texts of the hosted-page offer. */
export type OfferMessages<Category extends keyof PluralForms> = Translation<typeof offer, Category>;

/** The texts of the steps that collect files, which are loaded with their screens. */
export type CollectMessages<Category extends keyof PluralForms> = Translation<typeof collect, Category>;

/** The texts of a hand-off to a phone, which are loaded with its code. */
export type HandOffMessages<Category extends keyof PluralForms> = Translation<typeof handOff, Category>;

/** The texts of a form, which are loaded with its screen. */
export type FormMessages<Category extends keyof PluralForms> = Translation<typeof form, Category>;

/** Values for the placeholders of a text; none if it has no placeholders. */
export type ValuesFor<Key extends MessageKey> =
  PlaceholderOf<Extract<English[Key], Message>> extends never
    ? []
    : [values: { readonly [Name in PlaceholderOf<Extract<English[Key], Message>>]: string | number }];
