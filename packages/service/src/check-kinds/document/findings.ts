import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const documentFindings: Readonly<Record<CodeOf<'document'> | 'DUPLICATE_DOCUMENT', string>> = {
  PICTURE_SOFT: 'The picture is sharp enough to read the lines, but finer print may be lost.',
  PICTURE_GLARING: 'A reflection washes out a part of the page.',
  EXPIRED: 'The document has expired.',
  EXPIRATION_DATE_UNKNOWN: 'The expiry date is empty or partly unknown.',
  FIELD_MALFORMED: 'A field has characters that are not allowed there.',
  ISSUER_UNKNOWN: 'The issuing state or nationality is not a known code.',
  SPECIMEN: 'The document is a specimen.',
  BIRTH_DATE_UNKNOWN: 'The birth date is empty or partly unknown.',
  BIRTH_AFTER_EXPIRATION: 'The birth date is later than the expiry date.',
  EXPIRATION_IMPLAUSIBLE: 'The document is valid for longer than any document is issued for.',
  CHECK_DIGIT_WRONG: 'A check digit of the machine-readable lines is wrong.',
  READING_CORRECTED: 'A character of the machine-readable lines had to be corrected.',
  NAME_SIMILAR: 'The name is similar to the expected one, but not the same.',
  NAME_DIFFERENT: 'The name is not the expected one.',
  NAME_NOT_COMPARABLE: 'The expected name is in a script that the document does not use.',
  DATE_OF_BIRTH_DIFFERENT: 'The birth date is not the expected one.',
  UNDER_MINIMUM_AGE: 'The holder is younger than the workflow requires.',
  AGE_DEPENDS_ON_TIME_ZONE:
    'The holder reaches the age that the workflow requires today or tomorrow, depending on the time zone.',
  CENTURY_UNPROVEN:
    'The holder is old enough only in the century of the expected birth date, which the document does not state.',
  ZONES_DIFFERENT: 'Machine-readable lines and barcode, lines on two sides, or two barcodes do not agree.',
  PAGE_WITHOUT_COLOUR: 'The front has no colour: it may be a black-and-white copy.',
  BARCODE_UNREADABLE: 'There is a barcode that could not be read.',
  BARCODE_HEADER_MALFORMED: 'The header of the barcode does not follow its standard.',
  BARCODE_VERSION_UNKNOWN: 'The barcode names a version that does not exist in its standard.',
  BARCODE_LENGTHS_WRONG: 'The lengths in the barcode do not match its content.',
  BARCODE_ELEMENT_MISSING: 'The barcode lacks an element that its standard requires.',
  BARCODE_ISSUER_UNKNOWN: 'The barcode names an unknown issuer.',
  BARCODE_COUNTRY_DIFFERENT: 'The barcode names a country that is not that of its issuer.',
  BARCODE_STATE_DIFFERENT: 'The barcode names a state that is not that of its issuer.',
  BARCODE_DATES_IMPOSSIBLE: 'The dates of the barcode are out of order or implausible.',
  DUPLICATE_DOCUMENT: 'Another user of the account has shown the same document before.',
};
