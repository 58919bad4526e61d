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
  checkType: checkTypeSchema.meta({ description: 'Kind of check.' }),
  status: checkStatusSchema.meta({ description: 'Result of the check.' }),
  sessionId: z.uuid().nullable().meta({ description: 'Id of the identity session; null for FRAUD_API.' }),
  transactionId: z
    .string()
    .nullable()
    .meta({ description: 'Id of the fraud check; null for identity checks.' }),
  startedAt: z.iso.datetime().meta({ description: 'Time at which the flow reached the check.' }),
  finishedAt: z.iso.datetime().nullable().meta({ description: 'Time at which its status was determined.' }),
  platform: platformSchema.nullable().meta({
    description:
      'Platform of the device that took the captures or, without captures, that the user has; null if there was no device. Safari on an iPad identifies itself as a Mac, so it is WEB unless its user requests mobile pages.',
  }),
  duplicatesFound: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether an earlier session matched this user; null if that was not checked.' }),
  statusDetail: z.string().nullable().meta({
    description:
      'Codes that explain the status, such as `RETRY_LIMIT_EXCEEDED`; null if there is nothing to explain.',
  }),
  referenceId: z.string().nullable().meta({ description: 'The `transaction_id` sent at the start.' }),
  email: z.string().nullable().meta({ description: 'E-mail address that was checked.' }),
  phoneNumber: z.string().nullable().meta({ description: 'Phone number that was checked.' }),
  userId: z.string().nullable().meta({ description: 'The `user_id` sent at the start.' }),
  documentCheckResult: documentCheckResultSchema
    .nullable()
    .meta({ description: 'Result of each part of a document check.' }),
  documentCheckExtractedData: documentExtractedDataSchema
    .nullable()
    .meta({ description: 'Data read from the document.' }),
  selfieVerificationResult: selfieVerificationResultSchema.nullable().meta({
    description: 'Result of each part of a selfie check: liveness, which is REVIEW at best, and face match.',
  }),
  proofOfAddressCheckResult: proofOfAddressCheckResultSchema
    .nullable()
    .meta({ description: 'Result of each part of a proof of address.' }),
  proofOfAddressExtractedData: proofOfAddressExtractedDataSchema
    .nullable()
    .meta({ description: 'Data read from the proof of address.' }),
  creditCardVerificationResult: creditCardVerificationResultSchema
    .nullable()
    .meta({ description: 'Result of each part of a card check.' }),
  evidenceCollectionCheckResult: evidenceCollectionCheckResultSchema
    .nullable()
    .meta({ description: 'Result of the collection of evidence.' }),
  capturedMedia: capturedMediaSchema
    .nullable()
    .meta({ description: 'Time-limited links to captured images and video.' }),
});
export type Check = z.infer<typeof checkSchema>;

/** An entry of `checks` in a read with `mediaOnly=true`. */
export const mediaOnlyCheckSchema = checkSchema.pick({ checkType: true, capturedMedia: true });
export type MediaOnlyCheck = z.infer<typeof mediaOnlyCheckSchema>;
