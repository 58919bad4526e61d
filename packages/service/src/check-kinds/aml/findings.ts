/** Codes that a search in the lists of people can find. Defined by the service, because it holds the lists. */
export type AmlFindingCode =
  /** A name without letters and digits, which cannot be searched for. */
  | 'AML_NAME_UNREADABLE'
  /** No hit for a name in a script, such as Arabic, that less than half of a list's names have: it says little about the others. */
  | 'AML_SCRIPT_UNRELIABLE'
  /** No list is imported, or a list that the node names is missing. */
  | 'AML_LIST_MISSING'
  /** An entry with the same name and birth date. */
  | 'AML_EXACT_HIT'
  | 'AML_HIT'
  /** No list has a hit for any of the names. */
  | 'AML_NO_HIT';

/** Sentences for the codes that the check can find. */
export const amlFindings: Readonly<Record<AmlFindingCode, string>> = {
  AML_NAME_UNREADABLE: 'The name has no letter or digit to search for in lists of people.',
  AML_SCRIPT_UNRELIABLE:
    'The name is written in a script that cannot be compared reliably with the names of a list.',
  AML_LIST_MISSING: 'A list of people was not available.',
  AML_EXACT_HIT: 'A list of people has an entry of the same name and birth date.',
  AML_HIT: 'A list of people has a similar entry.',
  AML_NO_HIT: 'No list of people has a similar entry.',
};
