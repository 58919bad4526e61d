import { z } from 'zod';
import { capturedMediaSchema } from './captured-media.ts';
import { documentCheckResultSchema, documentExtractedDataSchema } from './document.ts';
import {
  creditCardVerificationResultSchema,
  evidenceCollectionCheckResultSchema,
  proofOfAddressCheckResultSchema,
  proofOfAddressExtractedDataSchema,
  selfieVerificationResultSchema,
} from './identity-results.ts';
import { checkStatusSchema } from './status.ts';

/** Every kind of check (section 2.6). */
export const checkTypes = [
  'DOCUMENT_CHECK',
  'SELFIE_CHECK',
  'POA_CHECK',
  'CREDIT_CARD_CHECK',
  'EVIDENCE_COLLECTION',
  'FRAUD_API',
] as const;
export const checkTypeSchema = z.enum(checkTypes);
export type CheckType = z.infer<typeof checkTypeSchema>;

/** What kind of device took the captures. */
export const platforms = ['WEB', 'IOS', 'ANDROID'] as const;
export const platformSchema = z.enum(platforms);
export type Platform = z.infer<typeof platformSchema>;

/** One entry of `checks`: all 21 members are always present, null where they do not apply. */
export const checkSchema = z.object({
  checkType: checkTypeSchema,
  status: checkStatusSchema,
  /** Of the identity verification; null for FRAUD_API. */
  sessionId: z.uuid().nullable(),
  /** Of the fraud check; null for identity checks. */
  transactionId: z.string().nullable(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  platform: platformSchema.nullable(),
  duplicatesFound: z.boolean().nullable(),
  statusDetail: z.string().nullable(),
  referenceId: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  /** The `user_id` sent at the start. */
  userId: z.string().nullable(),
  documentCheckResult: documentCheckResultSchema.nullable(),
  documentCheckExtractedData: documentExtractedDataSchema.nullable(),
  selfieVerificationResult: selfieVerificationResultSchema.nullable(),
  proofOfAddressCheckResult: proofOfAddressCheckResultSchema.nullable(),
  proofOfAddressExtractedData: proofOfAddressExtractedDataSchema.nullable(),
  creditCardVerificationResult: creditCardVerificationResultSchema.nullable(),
  evidenceCollectionCheckResult: evidenceCollectionCheckResultSchema.nullable(),
  capturedMedia: capturedMediaSchema.nullable(),
});
export type Check = z.infer<typeof checkSchema>;

/** An entry of `checks` in a read with `mediaOnly=true`. */
export const mediaOnlyCheckSchema = checkSchema.pick({ checkType: true, capturedMedia: true });
export type MediaOnlyCheck = z.infer<typeof mediaOnlyCheckSchema>;
