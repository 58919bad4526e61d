/** Codes that a search in lists of people can find: the service's own, because the lists are. */
export type AmlFindingCode =
  /** A name without a single letter or digit: it cannot be looked for. */
  | 'AML_NAME_UNREADABLE'
  /** There is no list, or one that the node names is not there. */
  | 'AML_LIST_MISSING'
  /** An entry of the same name and birth date. */
  | 'AML_EXACT_HIT'
  | 'AML_HIT'
  /** No list has a hit for any of the names. */
  | 'AML_NO_HIT';

/** Codes that the check can find, each with its sentence for people. */
export const amlFindings: Readonly<Record<AmlFindingCode, string>> = {
  AML_NAME_UNREADABLE: 'The name has no letter or digit to look for in lists of people.',
  AML_LIST_MISSING: 'A list of people was not there to be searched.',
  AML_EXACT_HIT: 'A list of people has an entry of the same name and birth date.',
  AML_HIT: 'A list of people has a similar entry.',
  AML_NO_HIT: 'No list of people has such an entry.',
};
