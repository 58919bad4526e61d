import { z } from 'zod';
import { countedFirst } from '../counted-first.ts';
import { documentTypeSchema } from '../document.ts';
import { optional } from '../optional.ts';
import { captureSlotSchema, storedCaptureSchema } from './capture-slot.ts';
import { clientStateSchema } from './client-state.ts';
import { flowThemeSchema } from './flow-theme.ts';

/**
 * Body of `POST client/init`. A page sends it as `text/plain` with the token inside: a simple request, which the browser sends
 * without asking the service first (Fetch standard, CORS-safelisted request headers).
 */
export const clientInitRequestSchema = z.object({
  /** The session token, the ticket of a window or the secret of a hand-off; absent where `Authorization: Bearer` carries it. */
  token: optional(z.string()),
  sdkVersion: z.string().min(1).max(64),
  /**
   * The kinds of step this SDK can show; the service never sends another. `hosted-page`: it can lead to the service's own page
   * where that is not enough.
   */
  capabilities: countedFirst(z.array(z.string().min(1).max(64)).max(64), 64, 'names'),
  /**
   * Chosen anew for each start; an init retried with the same one gets the same session, also while a phone goes on that the flow
   * was handed to. base64url, 16–64 characters.
   */
  nonce: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
});
export type ClientInitRequest = z.infer<typeof clientInitRequestSchema>;

/** Members of a session of the sandbox alone: one that a test key started for one of the sandbox's users. */
export const sandboxSessionSchema = z.object({
  /** The pictures come from a drawn camera: no device and no permission is asked for. */
  camera: z.literal('scripted'),
  /** The error that the flow is to end with, instead of opening it. */
  fails: z.enum(['error_code_1', 'error_code_4']).nullable(),
});
export type SandboxSession = z.infer<typeof sandboxSessionSchema>;

/** `data` of the reply to `POST client/init`. */
export const clientInitResponseSchema = z.object({
  /** Authorizes the rest of the client API as `Authorization: Bearer`; held in memory only. */
  sessionKey: z.string(),
  /**
   * `hosted`: the workflow has a kind of step that this SDK does not know; the service's own page does, and `POST client/popup`
   * gives the way there. `invalid`: the workflow cannot be shown.
   */
  configuration: z.enum(['valid', 'hosted', 'invalid']),
  /** Display name of the account that requests the verification; empty if it has none. */
  requester: z.string(),
  state: clientStateSchema,
  /** Present in the sandbox alone. */
  sandbox: sandboxSessionSchema.optional(),
  /** How the page of a link looks, as its account chose; absent in pages of integrators, which choose by themselves. */
  theme: flowThemeSchema.optional(),
  /** The workflow looks at the device, which has not told of itself yet: `POST client/device` is awaited, for seconds. */
  wantsDevice: z.boolean().optional(),
});
export type ClientInitResponse = z.infer<typeof clientInitResponseSchema>;

/** `data` of the reply to `PUT client/steps/{stepId}/attempts/{n}/captures/{slot}`. */
export const captureResponseSchema = storedCaptureSchema;
export type CaptureResponse = z.infer<typeof captureResponseSchema>;

/** Body of `POST client/steps/{stepId}/attempts/{n}/submit`. */
export const submitRequestSchema = z.object({
  /** Type of the document; only for a document step. */
  documentType: optional(documentTypeSchema),
  /** The digest of the capture meant for each slot: what is judged is what the user saw. */
  captures: z.partialRecord(captureSlotSchema, optional(z.string().regex(/^[A-Za-z0-9_-]{43}$/))),
  /**
   * Of a selfie: the browser names the camera as programs name theirs, which show what they like. A page can say anything, or
   * nothing: taken as a sign, and no more.
   */
  virtualCamera: optional(z.boolean()),
});
export type SubmitRequest = z.infer<typeof submitRequestSchema>;

/** Limits of captures. */
export const captureLimits = {
  imageBytes: 15 * 1024 * 1024,
  imagePixels: 50_000_000,
  videoBytes: 20 * 1024 * 1024,
  videoSeconds: 30,
  /** Pages of a PDF. */
  filePages: 10,
} as const;

/** Longest wait of `GET client/state?after=<seq>&wait=<seconds>`, in seconds. */
export const longestPollSeconds = 25;
