import { z } from 'zod';
import { outcomeSchema, overallResultSchema } from './status.ts';

/** The identity documents the service knows. */
export const documentTypes = ['PASSPORT', 'NATIONAL_ID', 'DRIVERS_LICENSE', 'RESIDENT_PERMIT'] as const;
export const documentTypeSchema = z.enum(documentTypes);
export type DocumentType = z.infer<typeof documentTypeSchema>;

/** `documentCheckResult` of a check: what each part of the document check found. */
export const documentCheckResultSchema = z.object({
  /** What the members that the workflow requires say together. */
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
  /** The barcode is of the document's kind and whole. */
  barcodeAnomalyCheckResult: outcomeSchema,
  /** What protects the data against slips holds: check digits of ICAO 9303, or error correction and lengths of a barcode. */
  dataIntegrityCheckResult: outcomeSchema,
  /** The name is the one the caller sent. */
  nameMatchCheckResult: outcomeSchema,
  /** The birth date is the one the caller sent. */
  dateOfBirthCheckResult: outcomeSchema,
  /** The holder is as old as the workflow demands. */
  ageVerificationCheckResult: outcomeSchema,
  /** The picture does not show a screen. Not evaluated: always NOT_PERFORMED. */
  screenCheckResult: outcomeSchema,
  /** The picture does not show a copy: REVIEW when its front has no colour, never PASS. */
  photocopyCheckResult: outcomeSchema,
  /** The portrait was not replaced. Not evaluated: always NOT_PERFORMED. */
  photoForgeryCheckResult: outcomeSchema,
  /** What protects the document against forgery is there. Not evaluated: always NOT_PERFORMED. */
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
  /** As the document says. */
  gender: z.enum(['MALE', 'FEMALE', 'UNSPECIFIED']).nullable(),
  /** What the document is by its own code; where that leaves it open, what the user chose. */
  documentType: documentTypeSchema.nullable(),
  /** Letters and digits without filler. */
  documentNumber: z.string().nullable(),
  /** `YYYY-MM-DD`. */
  documentIssueDate: z.iso.date().nullable(),
  /** `YYYY-MM-DD`: the last day on which the document is valid. */
  documentExpirationDate: z.iso.date().nullable(),
  /** ISO 3166-1 alpha-2 of the issuing state (Kosovo: XK); null for issuers that have none, such as ICAO's UTO. */
  country: z.string().length(2).nullable(),
  /** A number of the holder, not of the document. */
  personalIdNumber: z.string().nullable(),
  /** The holder's address in one line. */
  address: z.string().nullable(),
  /** Postal code of that address. */
  postalCode: z.string().nullable(),
  /** State or region of that address. */
  state: z.string().nullable(),
});
export type DocumentExtractedData = z.infer<typeof documentExtractedDataSchema>;
