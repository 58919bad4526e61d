import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const addressFindings: Readonly<Record<CodeOf<'address'>, string>> = {
  LETTER_KIND_UNSURE: 'One word alone says what kind of letter it is.',
  LETTER_KIND_UNKNOWN: 'It is not known what kind of letter it is.',
  LETTER_KIND_NOT_ACCEPTED: 'The letter is of a kind that this step does not accept.',
  LETTER_DATE_UNKNOWN: 'The letter has no date that could be read.',
  LETTER_DATE_AMBIGUOUS: 'Day and month of the letter can be read either way.',
  LETTER_TOO_OLD: 'The letter is older than this step accepts.',
  ADDRESS_INCOMPLETE: 'The address on the letter is not complete.',
  RECIPIENT_UNCLEAR: 'It is unclear which address on the letter is its recipient.',
  ADDRESS_SIMILAR: 'The address is similar to the expected one, but not the same.',
  ADDRESS_DIFFERENT: 'The address is not the expected one.',
  NAME_SIMILAR: 'The name is similar to the expected one, but not the same.',
  NAME_MISSING: 'The expected name is not on the letter.',
  NOT_COMPARABLE: 'The expected name or address is in a script that is not read.',
  READING_UNSURE: 'The print was read, but not for certain.',
  TEXT_NOT_SHOWN: 'The text of the file is not what its pages show.',
};
