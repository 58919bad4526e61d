import type { DocumentExtractedData, DocumentType } from '@vendor/contract';
import { countryOfIssuer } from '../mrz/issuer.ts';
import { ageOn } from '../mrz/mrz-date.ts';
import type { MrzContent } from '../mrz/parse-mrz.ts';
import { documentTypeOf } from './document-kind.ts';

/** Data of a document of which nothing was read. */
const NOTHING: DocumentExtractedData = {
  fullName: null,
  birthDate: null,
  age: null,
  gender: null,
  documentType: null,
  documentNumber: null,
  documentIssueDate: null,
  documentExpirationDate: null,
  country: null,
  personalIdNumber: null,
  address: null,
  postalCode: null,
  state: null,
};

/**
 * What a check tells about a document. All of it comes from the machine readable zone; what only the visual zone or a
 * barcode has (issue date, address) stays null.
 *
 * @param content - null for a document without a zone.
 * @param chosen - what the user said it is, where the zone leaves it open.
 * @param today - `YYYY-MM-DD`.
 */
export function extractData(
  content: MrzContent | null,
  chosen: DocumentType,
  today: string,
): DocumentExtractedData {
  if (!content) return NOTHING;
  const fullName = [content.givenNames, content.surname].filter((part) => part !== '').join(' ');
  return {
    ...NOTHING,
    fullName: fullName === '' ? null : fullName,
    birthDate: content.birthDate,
    age: content.birthDate === null ? null : ageOn(content.birthDate, today),
    gender: content.sex,
    documentType: documentTypeOf(content.format, content.documentCode) ?? chosen,
    documentNumber: content.documentNumber,
    documentExpirationDate: content.expirationDate,
    country: countryOfIssuer(content.issuer),
    personalIdNumber: content.personalNumber,
  };
}
