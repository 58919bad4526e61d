/** Names that phones and browsers give their cameras in a language, which the SDK must understand. */
export interface CameraNames {
  readonly main: string;
  readonly ultraWide: string;
  readonly telephoto: string;
  readonly infrared: string;
  readonly depth: string;
}

/** Typographic rules of a language, and names of cameras in it. Used only by tests of the texts and the SDK; not shipped. */
export interface LanguageStyle {
  /** A quotation in the language's typographic quotation marks. */
  readonly quotation: RegExp;
  /** Misplaced punctuation. */
  readonly misplaced: RegExp;
  /** Words to avoid, because the language's texts name the thing or address the user in another way. */
  readonly unwanted?: RegExp;
  readonly cameras: CameraNames;
}
