/** A name as a document has it, words parted by spaces; who has one name alone has no given names. */
export interface HolderNames {
  readonly givenNames: string;
  readonly surname: string;
  /** Whether the document had too little room, so that words may be missing or be beginnings. */
  readonly isCut: boolean;
}

/** Name that is expected: in the caller's words, or as another document names its holder. */
export type ExpectedName = string | HolderNames;
