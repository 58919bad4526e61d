/** A text with one form per plural category of the language (CLDR), chosen by the value `count`. */
export interface PluralForms {
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** A text of the flow. `{name}` stands for a value. */
export type Message = string | PluralForms;

/** The names of the placeholders in a text. */
type PlaceholderIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never;

/** The names of the placeholders in a message, whatever its form. */
export type PlaceholderOf<M extends Message> = M extends string
  ? PlaceholderIn<M>
  : M extends PluralForms
    ? 'count' | PlaceholderIn<Extract<M[keyof M], string>>
    : never;
