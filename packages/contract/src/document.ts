import { z } from 'zod';
import { outcomeSchema, overallResultSchema } from './status.ts';

/** The identity documents the service knows. */
export const documentTypes = ['PASSPORT', 'NATIONAL_ID', 'DRIVERS_LICENSE', 'RESIDENT_PERMIT'] as const;
export const documentTypeSchema = z.enum(documentTypes);
export type DocumentType = z.infer<typeof documentTypeSchema>;

/** `documentCheckResult` of a check: what each part of the document check found. */
export const documentCheckResultSchema = z.object({
  overallResult: overallResultSchema,
  /** Sharp, lit and large enough to be judged. */
  imageQualityCheckResult: outcomeSchema,
  /** Not expired. */
  documentValidityCheckResult: outcomeSchema,
  /** The zones have the layout of their document type. */
  formatCheckResult: outcomeSchema,
  /** The zones (visual, machine readable, barcode) agree with each other. */
  matchCheckResult: outcomeSchema,
  /** The dates are possible and in order. */
  logicCheckResult: outcomeSchema,
  barcodeAnomalyCheckResult: outcomeSchema,
  /** The check digits of ICAO 9303 hold. */
  dataIntegrityCheckResult: outcomeSchema,
  /** The name is the one the caller sent. */
  nameMatchCheckResult: outcomeSchema,
  /** The birth date is the one the caller sent. */
  dateOfBirthCheckResult: outcomeSchema,
  ageVerificationCheckResult: outcomeSchema,
  screenCheckResult: outcomeSchema,
  photocopyCheckResult: outcomeSchema,
  photoForgeryCheckResult: outcomeSchema,
  securityFeaturesCheckResult: outcomeSchema,
});
export type DocumentCheckResult = z.infer<typeof documentCheckResultSchema>;

/** The members of a document check that say PASS, REVIEW, FAIL or NOT_PERFORMED. */
export type DocumentCheckMember = Exclude<keyof DocumentCheckResult, 'overallResult'>;

/** What each member says. What they say together, `overallResult`, depends on those that a workflow requires. */
export type DocumentCheckOutcomes = Pick<DocumentCheckResult, DocumentCheckMember>;

/** `documentCheckExtractedData` of a check. A member that was not read is null. */
export const documentExtractedDataSchema = z.object({
  fullName: z.string().nullable(),
  birthDate: z.iso.date().nullable(),
  /** Whole years on the day of the check. */
  age: z.int().nullable(),
  gender: z.enum(['MALE', 'FEMALE', 'UNSPECIFIED']).nullable(),
  documentType: documentTypeSchema.nullable(),
  documentNumber: z.string().nullable(),
  documentIssueDate: z.iso.date().nullable(),
  documentExpirationDate: z.iso.date().nullable(),
  /** ISO 3166-1 alpha-2 of the issuing state; null for issuers that have none, such as ICAO's UTO. */
  country: z.string().length(2).nullable(),
  personalIdNumber: z.string().nullable(),
  address: z.string().nullable(),
  postalCode: z.string().nullable(),
  state: z.string().nullable(),
});
export type DocumentExtractedData = z.infer<typeof documentExtractedDataSchema>;
