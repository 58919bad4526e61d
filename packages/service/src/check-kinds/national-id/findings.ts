import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const nationalIdFindings: Readonly<Record<CodeOf<'national-id'>, string>> = {
  NATIONAL_ID_POSSIBLE: 'The national number can exist.',
  NATIONAL_ID_IMPOSSIBLE: 'The national number cannot exist.',
  NATIONAL_ID_UNPROVABLE: 'The national number has nothing to check it by.',
  NATIONAL_ID_BIRTH_DATE_AGREES: 'The birth date in the national number is the expected one.',
  NATIONAL_ID_BIRTH_DATE_DIFFERS: 'The birth date in the national number is not the expected one.',
  NATIONAL_ID_REGISTER_NOT_ASKED: 'No register was asked for the national number.',
  NATIONAL_ID_REGISTER_AGREES: 'The register says that the national number is this person’s.',
  NATIONAL_ID_REGISTER_AGREES_PARTLY: 'The register agrees with a part of what was asked.',
  NATIONAL_ID_REGISTER_DIFFERS: 'The register says that the national number is somebody else’s.',
  NATIONAL_ID_REGISTER_UNKNOWN: 'The register does not know the national number.',
};
