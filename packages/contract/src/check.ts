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

/** Kinds of device that take captures. */
export const platforms = ['WEB', 'IOS', 'ANDROID'] as const;
export const platformSchema = z.enum(platforms);
export type Platform = z.infer<typeof platformSchema>;

/** One entry of `checks`: all 21 members are always present, null where they do not apply. */
export const checkSchema = z.object({
  /** Kind of check. */
  checkType: checkTypeSchema,
  /** Result of the check. */
  status: checkStatusSchema,
  /** Id of the identity session; null for FRAUD_API. */
  sessionId: z.uuid().nullable(),
  /** Id of the fraud check; null for identity checks. */
  transactionId: z.string().nullable(),
  /** Time at which the flow reached the check. */
  startedAt: z.iso.datetime(),
  /** Time at which its status was determined. */
  finishedAt: z.iso.datetime().nullable(),
  /**
   * Platform of the device that took the captures or, without captures, that the user has; null if there was no device. Safari on
   * an iPad identifies itself as a Mac, so it is WEB unless its user requests mobile pages.
   */
  platform: platformSchema.nullable(),
  /** Whether an earlier session matched this user; null if that was not checked. */
  duplicatesFound: z.boolean().nullable(),
  /** Codes that explain the status, such as `RETRY_LIMIT_EXCEEDED`; null if there is nothing to explain. */
  statusDetail: z.string().nullable(),
  /** The `transaction_id` sent at the start. */
  referenceId: z.string().nullable(),
  /** E-mail address that was checked. */
  email: z.string().nullable(),
  /** Phone number that was checked. */
  phoneNumber: z.string().nullable(),
  /** The `user_id` sent at the start. */
  userId: z.string().nullable(),
  /** Result of each part of a document check. */
  documentCheckResult: documentCheckResultSchema.nullable(),
  /** Data read from the document. */
  documentCheckExtractedData: documentExtractedDataSchema.nullable(),
  /** Result of each part of a selfie check: liveness, which is REVIEW at best, and face match. */
  selfieVerificationResult: selfieVerificationResultSchema.nullable(),
  /** Result of each part of a proof of address. */
  proofOfAddressCheckResult: proofOfAddressCheckResultSchema.nullable(),
  /** Data read from the proof of address. */
  proofOfAddressExtractedData: proofOfAddressExtractedDataSchema.nullable(),
  /** Result of each part of a card check. */
  creditCardVerificationResult: creditCardVerificationResultSchema.nullable(),
  /** Result of the collection of evidence. */
  evidenceCollectionCheckResult: evidenceCollectionCheckResultSchema.nullable(),
  /** Time-limited links to captured images and video. */
  capturedMedia: capturedMediaSchema.nullable(),
});
export type Check = z.infer<typeof checkSchema>;

/** An entry of `checks` in a read with `mediaOnly=true`. */
export const mediaOnlyCheckSchema = checkSchema.pick({ checkType: true, capturedMedia: true });
export type MediaOnlyCheck = z.infer<typeof mediaOnlyCheckSchema>;
