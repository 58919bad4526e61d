import { z } from 'zod';
import { documentTypeSchema } from '../document.ts';
import { executionStatusSchema } from '../status.ts';
import { documentSideSchema, selfieFrameSlots, storedCaptureSchema } from './capture-slot.ts';
import { addressStepSchema, cardStepSchema, evidenceStepSchema } from './file-steps.ts';
import { formStepSchema } from './form.ts';
import { documentRetryReasonSchema, selfieRetryReasonSchema } from './retry-reason.ts';

/** A document the step accepts, and the sides it needs, in the order they are asked for. */
export const acceptedDocumentSchema = z.object({
  type: documentTypeSchema,
  sides: z.array(documentSideSchema).min(1),
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
  reasons: z.array(documentRetryReasonSchema),
  /** Document type that the user chose in the previous attempt; null in the first attempt. */
  chosen: documentTypeSchema.nullable(),
  /** Captures of this attempt that the service already holds. */
  stored: z.array(storedCaptureSchema),
});
export type DocumentStep = z.infer<typeof documentStepSchema>;

/** How the user is asked to hold the head. Left and right are the user's own; frames are uploaded as they are, never mirrored. */
export const selfiePoses = ['straight', 'left', 'right', 'closer'] as const;
export const selfiePoseSchema = z.enum(selfiePoses);
export type SelfiePose = z.infer<typeof selfiePoseSchema>;

/**
 * The step that asks the user to show the face in a random row of poses. The key frame of pose `i` (from 0) goes to slot
 * `selfie-<i + 1>` when it is taken, one after the other: when they arrive is a part of the evidence. A frame that replaces an
 * earlier one takes the later ones and the video with it. A video may go to `selfie-video`: WebM in VP8 or VP9, or MP4 in H.264,
 * 20 MiB and 30 s at most.
 */
export const selfieStepSchema = z.object({
  kind: z.literal('selfie'),
  id: z.string(),
  /** Counted by the service from 1. */
  attempt: z.int().min(1),
  /** Tries after this one. */
  attemptsLeft: z.int().min(0),
  /** Why the attempt before was not good enough; empty on the first. */
  reasons: z.array(selfieRetryReasonSchema),
  /** Drawn anew for every attempt, the first when the user begins: a page that asks before is told straight alone. */
  poses: z.array(selfiePoseSchema).min(2).max(selfieFrameSlots.length),
  /** Advice for prompts that go by time; a user may take longer. */
  secondsPerPose: z.int().min(1),
  /** Captures of this attempt that the service already holds. */
  stored: z.array(storedCaptureSchema),
});
export type SelfieStep = z.infer<typeof selfieStepSchema>;

/** The step the user is asked to do. */
export const clientStepSchema = z.discriminatedUnion('kind', [
  documentStepSchema,
  selfieStepSchema,
  addressStepSchema,
  cardStepSchema,
  evidenceStepSchema,
  formStepSchema,
]);
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

/**
 * Place where the flow goes on, seen from the page that is told. `possible`: here, and a phone may be asked to take it
 * (`POST client/handoff`); `elsewhere`: on the phone that this page handed it to; `silent`: likewise, but the phone
 * shows no sign of life; `none`: here, and there is nothing to hand over.
 */
export const handOffStandings = ['none', 'possible', 'elsewhere', 'silent'] as const;
export type HandOffStanding = (typeof handOffStandings)[number];

/** Everything the page needs to show the flow as it stands. */
export const clientStateSchema = z.object({
  /** Grows with every change; the long poll waits for a larger one. */
  seq: z.int().min(0),
  executionId: z.uuid(),
  /** Party that acts next; `none` after the execution has ended. */
  awaiting: z.enum(['user', 'checks', 'none']),
  /** Whether the user has begun. */
  begun: z.boolean(),
  /** Until when the user can begin, then until when the flow must be finished. */
  deadline: z.iso.datetime(),
  /** From this answer to the deadline, in ms, by the clock of the service: that of the user's device may be wrong. */
  timeLeftMs: z.int().min(0),
  /** Whether the user can have more time (`POST client/extend`). A link ends when it was said to, a day is the most. */
  extendable: z.boolean(),
  /** Interactive steps done, and in all. */
  progress: z.object({ done: z.int().min(0), total: z.int().min(0) }),
  /** Present while the user is awaited, for an SDK that knows all kinds of step of the workflow. */
  step: clientStepSchema.nullable(),
  /** Present when nobody is awaited. */
  outcome: clientOutcomeSchema.nullable(),
  /** Absent: a service that knows nothing of phones. */
  handOff: z.enum(handOffStandings).optional(),
});
export type ClientState = z.infer<typeof clientStateSchema>;
