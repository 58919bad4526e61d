/** Names that phones and browsers give their cameras in a language: what the SDK has to understand of them. */
export interface CameraNames {
  readonly main: string;
  readonly ultraWide: string;
  readonly telephoto: string;
  readonly infrared: string;
  readonly depth: string;
}

/** How a language is written, and what devices call their cameras in it: tests hold texts and SDK to it, nothing ships it. */
export interface LanguageStyle {
  /** A quotation in the typographer’s marks of the language. */
  readonly quotation: RegExp;
  /** Punctuation that stands wrong. */
  readonly misplaced: RegExp;
  /** Words that stand for a thing, or address the user, in another way than all other texts of the language do. */
  readonly stranger?: RegExp;
  readonly cameras: CameraNames;
}
