import { z } from 'zod';
import { documentTypeSchema } from './document.ts';
import { retryReasonSchema } from './retry-reason.ts';
import { executionStatusSchema } from './status.ts';

/** Where one capture of a step goes. */
export const captureSlots = ['front', 'back'] as const;
export const captureSlotSchema = z.enum(captureSlots);
export type CaptureSlot = z.infer<typeof captureSlotSchema>;

/** A capture that the service has stored. */
export const storedCaptureSchema = z.object({
  slot: captureSlotSchema,
  /** SHA-256 of the bytes, in base64url without padding (43 characters). */
  digest: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  sizeBytes: z.int(),
});
export type StoredCapture = z.infer<typeof storedCaptureSchema>;

/** A document the step accepts, and the sides it needs, in the order they are asked for. */
export const acceptedDocumentSchema = z.object({
  type: documentTypeSchema,
  sides: z.array(captureSlotSchema).min(1),
});
export type AcceptedDocument = z.infer<typeof acceptedDocumentSchema>;

/** The step that asks for pictures of an identity document. */
export const documentStepSchema = z.object({
  kind: z.literal('document'),
  id: z.string(),
  /** Counted by the service from 1. */
  attempt: z.int().min(1),
  /** Tries after this one. */
  attemptsLeft: z.int().min(0),
  accepts: z.array(acceptedDocumentSchema).min(1),
  /** Whether a picture may be chosen from a file instead of the camera. */
  fileAllowed: z.boolean(),
  /** Why the attempt before was not good enough; empty on the first. */
  reasons: z.array(retryReasonSchema),
  /** What the user chose in the attempt before; null on the first. */
  chosen: documentTypeSchema.nullable(),
  /** Captures of this attempt that the service already holds. */
  stored: z.array(storedCaptureSchema),
});
export type DocumentStep = z.infer<typeof documentStepSchema>;

/** The step the user is asked to do. */
export const clientStepSchema = z.discriminatedUnion('kind', [documentStepSchema]);
export type ClientStep = z.infer<typeof clientStepSchema>;

/** The kinds of step there are; an SDK names those it can show when it starts. */
export type ClientStepKind = ClientStep['kind'];

/** How the execution ended, as far as the user's page may know. */
export const clientOutcomeSchema = z.object({
  status: executionStatusSchema.exclude(['PENDING']),
  /** The kind of step whose retry limit ended the flow; null when it ended otherwise. */
  retryLimitOf: z.enum(['document', 'selfie', 'address', 'card', 'evidence']).nullable(),
});
export type ClientOutcome = z.infer<typeof clientOutcomeSchema>;

/** Everything the page needs to show the flow as it stands. */
export const clientStateSchema = z.object({
  /** Grows with every change; the long poll waits for a larger one. */
  seq: z.int().min(0),
  executionId: z.uuid(),
  /** Whose turn it is; none: the execution has ended. */
  awaiting: z.enum(['user', 'checks', 'none']),
  /** Whether the user has begun. */
  begun: z.boolean(),
  /** Until when the user can begin, then until when the flow must be finished. */
  deadline: z.iso.datetime(),
  /** Interactive steps done, and in all. */
  progress: z.object({ done: z.int().min(0), total: z.int().min(0) }),
  /** Present while the user is awaited. */
  step: clientStepSchema.nullable(),
  /** Present when nobody is awaited. */
  outcome: clientOutcomeSchema.nullable(),
});
export type ClientState = z.infer<typeof clientStateSchema>;
