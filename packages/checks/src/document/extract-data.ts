import type { DocumentExtractedData, DocumentType } from '@vendor/contract';
import type { AamvaContent } from '../aamva/parse-aamva.ts';
import { findIssuerCountry } from '../mrz/issuer.ts';
import { calculateAge } from '../mrz/mrz-date.ts';
import type { MrzContent } from '../mrz/parse-mrz.ts';
import type { DocumentName } from '../name/match-name.ts';
import { resolveDocumentType } from './document-kind.ts';

/** Extracted data of a document that could not be read. */
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
 * Collects the extracted data of a document. The MRZ takes precedence; the barcode adds fields that the MRZ lacks (issue date,
 * address). Data that only the visual zone has is null.
 *
 * @param content - null for a document without an MRZ.
 * @param barcode - null for a document without a barcode.
 * @param chosen - the type chosen by the user, used if neither MRZ nor barcode determines it.
 * @param today - `YYYY-MM-DD`.
 */
export function extractData(
  content: MrzContent | null,
  barcode: AamvaContent | null,
  chosen: DocumentType,
  today: string,
): DocumentExtractedData {
  const barcodeData = barcode ? extractBarcode(barcode, chosen, today) : NOTHING;
  if (!content) return barcodeData;
  return {
    ...barcodeData,
    ...toHolder(content, today),
    documentType: barcode?.kind ?? resolveDocumentType(content.format, content.documentCode) ?? chosen,
    documentNumber: content.documentNumber,
    documentExpirationDate: content.expirationDate,
    country: findIssuerCountry(content.issuer),
    personalIdNumber: content.personalNumber,
  };
}

function extractBarcode(barcode: AamvaContent, chosen: DocumentType, today: string): DocumentExtractedData {
  const { street, city, state, postalCode } = barcode;
  const region = [state, postalCode].filter((part) => part !== null).join(' ') || null;
  const country = barcode.country ?? barcode.issuer?.country ?? null;
  return {
    ...NOTHING,
    ...toHolder(barcode, today),
    documentType: barcode.kind ?? chosen,
    documentNumber: barcode.documentNumber,
    documentIssueDate: barcode.issueDate,
    documentExpirationDate: barcode.expirationDate,
    country: country && findIssuerCountry(country),
    address: [street, city, region].filter((part) => part !== null).join(', ') || null,
    postalCode,
    state,
  };
}

/** Returns the parts of the holder's name; null if no name was read. */
export function extractNames(
  content: Pick<MrzContent, 'givenNames' | 'surname' | 'isNameCut'> | null,
): DocumentName | null {
  if (!content || content.surname === '') return null;
  return { givenNames: content.givenNames, surname: content.surname, isCut: content.isNameCut };
}

/** Returns the holder's data, in the form that MRZ and barcode share. */
function toHolder(
  { givenNames, surname, birthDate, sex }: Pick<MrzContent, 'givenNames' | 'surname' | 'birthDate' | 'sex'>,
  today: string,
): Pick<DocumentExtractedData, 'fullName' | 'birthDate' | 'age' | 'gender'> {
  return {
    fullName: [givenNames, surname].filter((part) => part !== '').join(' ') || null,
    birthDate,
    age: birthDate === null ? null : calculateAge(birthDate, today),
    gender: sex,
  };
}
