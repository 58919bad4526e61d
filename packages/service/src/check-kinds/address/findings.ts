import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const addressFindings: Readonly<Record<CodeOf<'address'>, string>> = {
  LETTER_KIND_UNSURE: 'Only one word indicates the kind of the letter.',
  LETTER_KIND_UNKNOWN: 'The kind of the letter is unknown.',
  LETTER_KIND_NOT_ACCEPTED: 'The letter is of a kind that this step does not accept.',
  LETTER_DATE_UNKNOWN: 'No date could be read on the letter.',
  LETTER_DATE_AMBIGUOUS: 'Day and month in the date of the letter are ambiguous.',
  LETTER_TOO_OLD: 'The letter is older than this step accepts.',
  ADDRESS_INCOMPLETE: 'The address on the letter is not complete.',
  RECIPIENT_UNCLEAR: 'It is unclear which address on the letter is its recipient.',
  ADDRESS_SIMILAR: 'The address is similar to the expected one, but not the same.',
  ADDRESS_DIFFERENT: 'The address is not the expected one.',
  NAME_SIMILAR: 'The name is similar to the expected one, but not the same.',
  NAME_MISSING: 'The expected name is not on the letter.',
  NOT_COMPARABLE: 'The expected name or address is in a script that cannot be read.',
  READING_UNSURE: 'The text was read, but not reliably.',
  TEXT_NOT_SHOWN: 'The text in the file differs from what its pages show.',
};
