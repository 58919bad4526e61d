import { z } from 'zod';
import { captureSlotSchema, clientStateSchema, storedCaptureSchema } from './client-state.ts';
import { documentTypeSchema } from './document.ts';

/** Body of `POST client/init`, sent with `Authorization: Bearer <session token>`. */
export const clientInitRequestSchema = z.object({
  sdkVersion: z.string().min(1).max(64),
  /** The kinds of step this SDK can show; the service never sends another. */
  capabilities: z.array(z.string().min(1).max(64)).max(64),
  /** Chosen anew for each start; an init retried with the same one gets the same session. base64url, 16–64 characters. */
  nonce: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
});
export type ClientInitRequest = z.infer<typeof clientInitRequestSchema>;

/** `data` of the reply to `POST client/init`. */
export const clientInitResponseSchema = z.object({
  /** Authorizes the rest of the client API as `Authorization: Bearer`; held in memory only. */
  sessionKey: z.string(),
  /** `invalid`: the workflow cannot be shown. */
  configuration: z.enum(['valid', 'invalid']),
  /** Who asks for the verification, to be shown to the user; empty when the account has no display name. */
  requester: z.string(),
  state: clientStateSchema,
});
export type ClientInitResponse = z.infer<typeof clientInitResponseSchema>;

/** `data` of the reply to `PUT client/steps/{stepId}/attempts/{n}/captures/{slot}`. */
export const captureResponseSchema = storedCaptureSchema;
export type CaptureResponse = z.infer<typeof captureResponseSchema>;

/** Body of `POST client/steps/{stepId}/attempts/{n}/submit` for a document step. */
export const submitRequestSchema = z.object({
  documentType: documentTypeSchema,
  /** The digest of the capture meant for each slot: what is judged is what the user saw. */
  captures: z.partialRecord(captureSlotSchema, z.string().regex(/^[A-Za-z0-9_-]{43}$/)),
});
export type SubmitRequest = z.infer<typeof submitRequestSchema>;

/** Limits of captures. */
export const captureLimits = {
  imageBytes: 15 * 1024 * 1024,
  imagePixels: 50_000_000,
} as const;

/** Longest wait of `GET client/state?after=<seq>&wait=<seconds>`, in seconds. */
export const longestPollSeconds = 25;
