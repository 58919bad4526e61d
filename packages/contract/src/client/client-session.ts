import { z } from 'zod';
import { countedFirst } from '../counted-first.ts';
import { documentTypeSchema } from '../document.ts';
import { optional } from '../optional.ts';
import { captureSlotSchema, storedCaptureSchema } from './capture-slot.ts';
import { clientStateSchema } from './client-state.ts';
import { flowThemeSchema } from './flow-theme.ts';

/**
 * Body of `POST client/init`. A page sends it as `text/plain` with the token inside, because browsers send such a simple
 * request without a preflight (Fetch standard, CORS-safelisted request headers).
 */
export const clientInitRequestSchema = z.object({
  /** The session token, the ticket of a popup or the secret of a hand-off; absent if `Authorization: Bearer` carries it. */
  token: optional(z.string()),
  sdkVersion: z.string().min(1).max(64),
  /**
   * Kinds of step that this SDK can show; the service sends no others. `hosted-page` means that the SDK can send the user to
   * the hosted page when a workflow needs further kinds.
   */
  capabilities: countedFirst(z.array(z.string().min(1).max(64)).max(64), 64, 'names'),
  /**
   * Random value, new for each start. An init retried with the same nonce gets the same session, even while the flow is on a
   * phone. base64url, 16–64 characters.
   */
  nonce: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
});
export type ClientInitRequest = z.infer<typeof clientInitRequestSchema>;

/** Members that only sandbox sessions have: those started with a test key for one of the sandbox's users. */
export const sandboxSessionSchema = z.object({
  /** Pictures come from a drawn camera: the SDK uses no device and asks for no permission. */
  camera: z.literal('scripted'),
  /** Error with which the flow ends instead of opening; null if it opens. */
  fails: z.enum(['error_code_1', 'error_code_4']).nullable(),
});
export type SandboxSession = z.infer<typeof sandboxSessionSchema>;

/** `data` of the reply to `POST client/init`. */
export const clientInitResponseSchema = z.object({
  /** Authorizes the rest of the client API as `Authorization: Bearer`; held in memory only. */
  sessionKey: z.string(),
  /**
   * `hosted`: the workflow has a kind of step that this SDK does not know but the hosted page does; `POST client/popup` returns
   * the address of that page. `invalid`: the workflow cannot be shown.
   */
  configuration: z.enum(['valid', 'hosted', 'invalid']),
  /** Display name of the account that requests the verification; empty if it has none. */
  requester: z.string(),
  state: clientStateSchema,
  /** Present only in the sandbox. */
  sandbox: sandboxSessionSchema.optional(),
  /** Theme of a hosted page, as configured by the account; absent in pages of integrators, which pass their own theme. */
  theme: flowThemeSchema.optional(),
  /** The workflow checks the device and has no device report yet: the service waits a few seconds for `POST client/device`. */
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
  /** Digest of the capture for each slot, so that the service judges exactly the captures that the user reviewed. */
  captures: z.partialRecord(captureSlotSchema, optional(z.string().regex(/^[A-Za-z0-9_-]{43}$/))),
  /**
   * For a selfie: whether the camera has the name of a known virtual camera, a program that can show any video. Pages can forge
   * or omit this value, so it is only a hint.
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

/** Maximum wait of `GET client/state?after=<seq>&wait=<seconds>`, in seconds. */
export const longestPollSeconds = 25;
