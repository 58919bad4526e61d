import { z } from 'zod';
import { documentTypeSchema } from '../document.ts';
import { executionStatusSchema } from '../status.ts';
import { documentSideSchema, selfieFrameSlots, storedCaptureSchema } from './capture-slot.ts';
import { addressStepSchema, cardStepSchema, evidenceStepSchema } from './file-steps.ts';
import { formStepSchema } from './form.ts';
import { documentRetryReasonSchema, selfieRetryReasonSchema } from './retry-reason.ts';

/** A document type that the step accepts, and the sides it needs, in the order in which they are captured. */
export const acceptedDocumentSchema = z.object({
  type: documentTypeSchema,
  sides: z.array(documentSideSchema).min(1),
});
export type AcceptedDocument = z.infer<typeof acceptedDocumentSchema>;

/** The step that asks for pictures of an identity document. */
export const documentStepSchema = z.object({
  kind: z.literal('document'),
  id: z.string(),
  /** Number of the attempt, from 1, as counted by the service. */
  attempt: z.int().min(1),
  /** Attempts left after this one. */
  attemptsLeft: z.int().min(0),
  accepts: z.array(acceptedDocumentSchema).min(1),
  /** Whether the user may upload a picture file instead of using the camera. */
  fileAllowed: z.boolean(),
  /** Why the previous attempt was rejected; empty in the first attempt. */
  reasons: z.array(documentRetryReasonSchema),
  /** Document type that the user chose in the previous attempt; null in the first attempt. */
  chosen: documentTypeSchema.nullable(),
  /** Captures of this attempt that the service already holds. */
  stored: z.array(storedCaptureSchema),
});
export type DocumentStep = z.infer<typeof documentStepSchema>;

/** How the user is asked to hold their head. `left` and `right` are the user's own; frames are uploaded unmirrored. */
export const selfiePoses = ['straight', 'left', 'right', 'closer'] as const;
export const selfiePoseSchema = z.enum(selfiePoses);
export type SelfiePose = z.infer<typeof selfiePoseSchema>;

/**
 * The step that asks the user to show their face in a random sequence of poses. The key frame of pose `i` (from 0) is uploaded
 * to slot `selfie-<i + 1>` as soon as it is taken, one after the other, because the arrival times are part of the evidence. A
 * frame that replaces an earlier one removes the later frames and the video. A video may go to `selfie-video`: WebM (VP8 or
 * VP9) or MP4 (H.264), at most 20 MiB and 30 s.
 */
export const selfieStepSchema = z.object({
  kind: z.literal('selfie'),
  id: z.string(),
  /** Number of the attempt, from 1, as counted by the service. */
  attempt: z.int().min(1),
  /** Attempts left after this one. */
  attemptsLeft: z.int().min(0),
  /** Why the previous attempt was rejected; empty in the first attempt. */
  reasons: z.array(selfieRetryReasonSchema),
  /**
   * Poses in order, chosen at random for every attempt; for the first attempt when the user begins. Until then, all poses are
   * `straight`.
   */
  poses: z.array(selfiePoseSchema).min(2).max(selfieFrameSlots.length),
  /** Suggested pace of timed prompts; a user may take longer. */
  secondsPerPose: z.int().min(1),
  /** Captures of this attempt that the service already holds. */
  stored: z.array(storedCaptureSchema),
});
export type SelfieStep = z.infer<typeof selfieStepSchema>;

/** The step that the user is asked to do. */
export const clientStepSchema = z.discriminatedUnion('kind', [
  documentStepSchema,
  selfieStepSchema,
  addressStepSchema,
  cardStepSchema,
  evidenceStepSchema,
  formStepSchema,
]);
export type ClientStep = z.infer<typeof clientStepSchema>;

/** All kinds of step. An SDK sends the kinds that it can show at init. */
export type ClientStepKind = ClientStep['kind'];

/** How the execution ended, limited to what the user's page may know. */
export const clientOutcomeSchema = z.object({
  status: executionStatusSchema.exclude(['PENDING']),
  /** Kind of step whose retry limit ended the flow; null if it ended for another reason. */
  retryLimitOf: z.enum(['document', 'selfie', 'address', 'card', 'evidence']).nullable(),
});
export type ClientOutcome = z.infer<typeof clientOutcomeSchema>;

/**
 * Location of the flow, from the point of view of the page that receives this. `possible`: on this page, and it can be handed
 * off to a phone (`POST client/handoff`); `elsewhere`: on the phone to which this page handed it off; `silent`: likewise, but
 * the phone has stopped responding; `none`: on this page, without a hand-off.
 */
export const handOffStandings = ['none', 'possible', 'elsewhere', 'silent'] as const;
export type HandOffStanding = (typeof handOffStandings)[number];

/** Everything that a page needs to show the current state of the flow. */
export const clientStateSchema = z.object({
  /** Grows with every change. The long poll waits for a larger value. */
  seq: z.int().min(0),
  executionId: z.uuid(),
  /** Party that acts next; `none` after the execution has ended. */
  awaiting: z.enum(['user', 'checks', 'none']),
  /** Whether the user has begun. */
  begun: z.boolean(),
  /** Before the user begins: time by which they must begin. After that: time by which they must finish. */
  deadline: z.iso.datetime(),
  /** Time from this reply to the deadline, in ms, by the clock of the service, because the device's clock may be wrong. */
  timeLeftMs: z.int().min(0),
  /**
   * Whether the user can get more time (`POST client/extend`), up to a day after they began. Never for a link, which ends at its
   * own expiry.
   */
  extendable: z.boolean(),
  /**
   * Number of interactive steps: those done, all, and those that may follow the current step or check. Only `following` tells
   * whether a running check belongs to a step or comes after it. Absent from services that are older than this member.
   */
  progress: z.object({
    done: z.int().min(0),
    total: z.int().min(0),
    following: z.int().min(0).optional(),
  }),
  /** Present while the user is awaited, if the SDK can show every kind of step of the workflow. */
  step: clientStepSchema.nullable(),
  /** Present when nobody is awaited. */
  outcome: clientOutcomeSchema.nullable(),
  /** Absent if the service does not support hand-offs. */
  handOff: z.enum(handOffStandings).optional(),
});
export type ClientState = z.infer<typeof clientStateSchema>;
