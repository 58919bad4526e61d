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
  /** What was checked. */
  checkType: checkTypeSchema,
  /** How the check came out. */
  status: checkStatusSchema,
  /** Of the identity verification; null for FRAUD_API. */
  sessionId: z.uuid().nullable(),
  /** Of the fraud check; null for identity checks. */
  transactionId: z.string().nullable(),
  /** When the flow came to it. */
  startedAt: z.iso.datetime(),
  /** When its status was settled. */
  finishedAt: z.iso.datetime().nullable(),
  /**
   * The device that took the captures or, of a check without any, that the user is at; null where none has come. Safari on an iPad
   * calls itself a Mac: it is WEB unless its user asks for mobile pages.
   */
  platform: platformSchema.nullable(),
  /** Whether an earlier session matched this user; null where that was not looked at. */
  duplicatesFound: z.boolean().nullable(),
  /** Codes that say why the status is what it is, such as `RETRY_LIMIT_EXCEEDED`; null when there is nothing to say. */
  statusDetail: z.string().nullable(),
  /** The `transaction_id` sent at the start. */
  referenceId: z.string().nullable(),
  /** The address that an e-mail check looked at. */
  email: z.string().nullable(),
  /** The number that a phone check looked at. */
  phoneNumber: z.string().nullable(),
  /** The `user_id` sent at the start. */
  userId: z.string().nullable(),
  /** Outcomes of a document check, member by member. */
  documentCheckResult: documentCheckResultSchema.nullable(),
  /** What was read from the document. */
  documentCheckExtractedData: documentExtractedDataSchema.nullable(),
  /** Outcomes of a selfie check: liveness, which is REVIEW at best, and face match. */
  selfieVerificationResult: selfieVerificationResultSchema.nullable(),
  /** Outcomes of a proof of address. */
  proofOfAddressCheckResult: proofOfAddressCheckResultSchema.nullable(),
  /** What was read from a proof of address. */
  proofOfAddressExtractedData: proofOfAddressExtractedDataSchema.nullable(),
  /** Outcomes of a card verification. */
  creditCardVerificationResult: creditCardVerificationResultSchema.nullable(),
  /** Outcomes of an evidence collection. */
  evidenceCollectionCheckResult: evidenceCollectionCheckResultSchema.nullable(),
  /** Time-limited links to what was captured. */
  capturedMedia: capturedMediaSchema.nullable(),
});
export type Check = z.infer<typeof checkSchema>;

/** An entry of `checks` in a read with `mediaOnly=true`. */
export const mediaOnlyCheckSchema = checkSchema.pick({ checkType: true, capturedMedia: true });
export type MediaOnlyCheck = z.infer<typeof mediaOnlyCheckSchema>;
