import { z } from 'zod';
import { outcomeSchema, overallResultSchema } from './status.ts';

/** `selfieVerificationResult` of a check. */
export const selfieVerificationResultSchema = z.object({
  overallResult: overallResultSchema,
  livenessCheckResult: outcomeSchema,
  faceMatchingResult: outcomeSchema,
});
export type SelfieVerificationResult = z.infer<typeof selfieVerificationResultSchema>;

/** Members of the result of a selfie check whose value is PASS, REVIEW, FAIL or NOT_PERFORMED. */
export type SelfieCheckMember = Exclude<keyof SelfieVerificationResult, 'overallResult'>;

/** `proofOfAddressCheckResult` of a check. */
export const proofOfAddressCheckResultSchema = z.object({
  overallResult: overallResultSchema,
  addressDocumentCheckResult: outcomeSchema,
  addressDocumentMustNotBeExpiredCheckResult: outcomeSchema,
  addressValidationCheckResult: outcomeSchema,
  fullAddressCheckResult: outcomeSchema,
  nameMatchCheckResult: outcomeSchema,
});
export type ProofOfAddressCheckResult = z.infer<typeof proofOfAddressCheckResultSchema>;

/** Members of the result of a proof of address whose value is PASS, REVIEW, FAIL or NOT_PERFORMED. */
export type AddressCheckMember = Exclude<keyof ProofOfAddressCheckResult, 'overallResult'>;

/** `proofOfAddressExtractedData` of a check. */
export const proofOfAddressExtractedDataSchema = z.object({
  extractedAddress: z.string().nullable(),
});
export type ProofOfAddressExtractedData = z.infer<typeof proofOfAddressExtractedDataSchema>;

/** `creditCardVerificationResult` of a check. The full card number is never part of it. */
export const creditCardVerificationResultSchema = z.object({
  overallResult: overallResultSchema,
  numberCheckResult: outcomeSchema,
  brand: z.string().nullable(),
  bin: z.string().nullable(),
  lastFour: z.string().nullable(),
  expiryCheckResult: outcomeSchema,
  nameMatchCheckResult: outcomeSchema,
});
export type CreditCardVerificationResult = z.infer<typeof creditCardVerificationResultSchema>;

/** Members of the result of a card check whose value is PASS, REVIEW, FAIL or NOT_PERFORMED. */
export type CardCheckMember = Extract<keyof CreditCardVerificationResult, `${string}CheckResult`>;

/** `evidenceCollectionCheckResult` of a check. */
export const evidenceCollectionCheckResultSchema = z.object({
  overallResult: overallResultSchema,
  fileCheckResult: outcomeSchema,
  /** Number of files collected. */
  files: z.int(),
});
export type EvidenceCollectionCheckResult = z.infer<typeof evidenceCollectionCheckResultSchema>;
