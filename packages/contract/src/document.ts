import { z } from 'zod';
import { outcomeSchema, overallResultSchema } from './status.ts';

/** Types of identity document that the service supports. */
export const documentTypes = ['PASSPORT', 'NATIONAL_ID', 'DRIVERS_LICENSE', 'RESIDENT_PERMIT'] as const;
export const documentTypeSchema = z.enum(documentTypes);
export type DocumentType = z.infer<typeof documentTypeSchema>;

/** `documentCheckResult` of a check: the result of each part of the document check. */
export const documentCheckResultSchema = z.object({
  overallResult: overallResultSchema.meta({
    description: 'Combined result of the members that the workflow requires.',
  }),
  imageQualityCheckResult: outcomeSchema.meta({
    description: 'The images are sharp, bright and large enough to be judged.',
  }),
  documentValidityCheckResult: outcomeSchema.meta({ description: 'The document has not expired.' }),
  formatCheckResult: outcomeSchema.meta({ description: 'The zones have the layout of their document type.' }),
  matchCheckResult: outcomeSchema.meta({
    description: 'The zones (visual, machine readable, barcode) agree with each other.',
  }),
  logicCheckResult: outcomeSchema.meta({ description: 'The dates are possible and in order.' }),
  barcodeAnomalyCheckResult: outcomeSchema.meta({
    description: 'The barcode is complete and belongs to this kind of document.',
  }),
  dataIntegrityCheckResult: outcomeSchema.meta({
    description: 'Check digits of ICAO 9303, or error correction and lengths of a barcode, are right.',
  }),
  nameMatchCheckResult: outcomeSchema.meta({
    description: 'The name agrees with the one sent at the start.',
  }),
  dateOfBirthCheckResult: outcomeSchema.meta({
    description: 'The date of birth agrees with the one sent at the start.',
  }),
  ageVerificationCheckResult: outcomeSchema.meta({
    description: 'The holder has the age that the workflow requires.',
  }),
  screenCheckResult: outcomeSchema.meta({
    description: 'The picture does not show a screen. Not evaluated: always NOT_PERFORMED.',
  }),
  photocopyCheckResult: outcomeSchema.meta({
    description: 'The picture does not show a copy: REVIEW if the front has no colour, never PASS.',
  }),
  photoForgeryCheckResult: outcomeSchema.meta({
    description: 'The portrait was not replaced. Not evaluated: always NOT_PERFORMED.',
  }),
  securityFeaturesCheckResult: outcomeSchema.meta({
    description: 'Security features are present. Not evaluated: always NOT_PERFORMED.',
  }),
});
export type DocumentCheckResult = z.infer<typeof documentCheckResultSchema>;

/** Members of the result of a document check whose value is PASS, REVIEW, FAIL or NOT_PERFORMED. */
export type DocumentCheckMember = Exclude<keyof DocumentCheckResult, 'overallResult'>;

/** Outcomes of the members. `overallResult` is combined from those that the workflow requires. */
export type DocumentCheckOutcomes = Pick<DocumentCheckResult, DocumentCheckMember>;

/** `documentCheckExtractedData` of a check. A member that was not read is null. */
export const documentExtractedDataSchema = z.object({
  fullName: z
    .string()
    .nullable()
    .meta({ description: 'Given names, then surname, in the letters of the document.' }),
  birthDate: z.iso.date().nullable().meta({ description: '`YYYY-MM-DD`.' }),
  age: z.int().nullable().meta({ description: 'Whole years on the day of the check.' }),
  gender: z
    .enum(['MALE', 'FEMALE', 'UNSPECIFIED'])
    .nullable()
    .meta({ description: 'Gender as printed on the document.' }),
  documentType: documentTypeSchema.nullable().meta({
    description:
      'Type of the document by its own code; if the code leaves it open, the type that the user chose.',
  }),
  documentNumber: z.string().nullable().meta({ description: 'Letters and digits, without fillers.' }),
  documentIssueDate: z.iso.date().nullable().meta({ description: '`YYYY-MM-DD`.' }),
  documentExpirationDate: z.iso
    .date()
    .nullable()
    .meta({ description: '`YYYY-MM-DD`: the last day on which the document is valid.' }),
  country: z.string().length(2).nullable().meta({
    description:
      "ISO 3166-1 alpha-2 of the issuing state (Kosovo: XK); null for issuers that have none, such as ICAO's UTO.",
  }),
  personalIdNumber: z.string().nullable().meta({ description: 'Number of the holder, not of the document.' }),
  address: z.string().nullable().meta({ description: "The holder's address in one line." }),
  postalCode: z.string().nullable().meta({ description: 'Postal code of that address.' }),
  state: z.string().nullable().meta({ description: 'State or region of that address.' }),
});
export type DocumentExtractedData = z.infer<typeof documentExtractedDataSchema>;
