import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const nationalIdFindings: Readonly<Record<CodeOf<'national-id'>, string>> = {
  NATIONAL_ID_POSSIBLE: 'The national number is possible.',
  NATIONAL_ID_IMPOSSIBLE: 'The national number is impossible.',
  NATIONAL_ID_UNPROVABLE: 'The national number contains nothing by which it could be checked.',
  NATIONAL_ID_BIRTH_DATE_AGREES: 'The birth date in the national number is the expected one.',
  NATIONAL_ID_BIRTH_DATE_DIFFERS: 'The birth date in the national number is not the expected one.',
  NATIONAL_ID_REGISTER_NOT_ASKED: 'The national number was not looked up in a register.',
  NATIONAL_ID_REGISTER_AGREES: 'The register says that the national number belongs to this person.',
  NATIONAL_ID_REGISTER_AGREES_PARTLY: 'The register confirms only a part of the data.',
  NATIONAL_ID_REGISTER_DIFFERS: 'The register says that the national number belongs to somebody else.',
  NATIONAL_ID_REGISTER_UNKNOWN: 'The register does not know the national number.',
};
