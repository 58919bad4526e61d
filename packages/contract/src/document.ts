import { z } from 'zod';
import { outcomeSchema, overallResultSchema } from './status.ts';

/** The identity documents the service knows. */
export const documentTypes = ['PASSPORT', 'NATIONAL_ID', 'DRIVERS_LICENSE', 'RESIDENT_PERMIT'] as const;
export const documentTypeSchema = z.enum(documentTypes);
export type DocumentType = z.infer<typeof documentTypeSchema>;

/** `documentCheckResult` of a check: what each part of the document check found. */
export const documentCheckResultSchema = z.object({
  /** Combined result of the members that the workflow requires. */
  overallResult: overallResultSchema,
  /** The images are sharp, bright and large enough to be judged. */
  imageQualityCheckResult: outcomeSchema,
  /** The document has not expired. */
  documentValidityCheckResult: outcomeSchema,
  /** The zones have the layout of their document type. */
  formatCheckResult: outcomeSchema,
  /** The zones (visual, machine readable, barcode) agree with each other. */
  matchCheckResult: outcomeSchema,
  /** The dates are possible and in order. */
  logicCheckResult: outcomeSchema,
  /** The barcode is complete and belongs to this kind of document. */
  barcodeAnomalyCheckResult: outcomeSchema,
  /** Check digits of ICAO 9303, or error correction and lengths of a barcode, are right. */
  dataIntegrityCheckResult: outcomeSchema,
  /** The name agrees with the one sent at the start. */
  nameMatchCheckResult: outcomeSchema,
  /** The date of birth agrees with the one sent at the start. */
  dateOfBirthCheckResult: outcomeSchema,
  /** The holder has the age that the workflow requires. */
  ageVerificationCheckResult: outcomeSchema,
  /** The picture does not show a screen. Not evaluated: always NOT_PERFORMED. */
  screenCheckResult: outcomeSchema,
  /** The picture does not show a copy: REVIEW if the front has no colour, never PASS. */
  photocopyCheckResult: outcomeSchema,
  /** The portrait was not replaced. Not evaluated: always NOT_PERFORMED. */
  photoForgeryCheckResult: outcomeSchema,
  /** Security features are present. Not evaluated: always NOT_PERFORMED. */
  securityFeaturesCheckResult: outcomeSchema,
});
export type DocumentCheckResult = z.infer<typeof documentCheckResultSchema>;

/** The members of a document check that say PASS, REVIEW, FAIL or NOT_PERFORMED. */
export type DocumentCheckMember = Exclude<keyof DocumentCheckResult, 'overallResult'>;

/** Outcomes of the members. What they say together, `overallResult`, depends on those that a workflow requires. */
export type DocumentCheckOutcomes = Pick<DocumentCheckResult, DocumentCheckMember>;

/** `documentCheckExtractedData` of a check. A member that was not read is null. */
export const documentExtractedDataSchema = z.object({
  /** Given names, then surname, in the letters of the document. */
  fullName: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  birthDate: z.iso.date().nullable(),
  /** Whole years on the day of the check. */
  age: z.int().nullable(),
  /** Gender as printed on the document. */
  gender: z.enum(['MALE', 'FEMALE', 'UNSPECIFIED']).nullable(),
  /** Type of the document by its own code; if the code leaves it open, the type that the user chose. */
  documentType: documentTypeSchema.nullable(),
  /** Letters and digits, without fillers. */
  documentNumber: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  documentIssueDate: z.iso.date().nullable(),
  /** `YYYY-MM-DD`: the last day on which the document is valid. */
  documentExpirationDate: z.iso.date().nullable(),
  /** ISO 3166-1 alpha-2 of the issuing state (Kosovo: XK); null for issuers that have none, such as ICAO's UTO. */
  country: z.string().length(2).nullable(),
  /** Number of the holder, not of the document. */
  personalIdNumber: z.string().nullable(),
  /** The holder's address in one line. */
  address: z.string().nullable(),
  /** Postal code of that address. */
  postalCode: z.string().nullable(),
  /** State or region of that address. */
  state: z.string().nullable(),
});
export type DocumentExtractedData = z.infer<typeof documentExtractedDataSchema>;
