import { z } from 'zod';
import { inputsSchema } from './inputs.ts';
import { optional } from './optional.ts';
import { redirectUrlSchema } from './redirect-url.ts';

/** Body of `POST init-workflow` (section 2.2). Unknown top-level members are ignored. */
export const startRequestSchema = z.object({
  /** Id of an active workflow of the account. */
  workflowId: z.uuid(),
  /** Facts about the end user and the transaction. */
  inputs: inputsSchema,
});
export type StartRequest = z.infer<typeof startRequestSchema>;

/** `data` of the reply to `POST init-workflow` (section 2.4). */
export const startResponseSchema = z.object({
  /** Id of the execution in reads and webhooks. It grants no access. */
  executionId: z.uuid(),
  /** Opaque session token for the browser SDK. Do not parse it or keep it beyond the session. */
  token: z.string(),
  /** Time after which the flow can no longer be started. */
  expiresAt: z.iso.datetime(),
  /** False if no step needs the user: the execution then runs to its end by itself. */
  requiresClientInit: z.boolean(),
});
export type StartResponse = z.infer<typeof startResponseSchema>;

/** Shortest and longest lifetime of a link, in seconds: 1 hour and 30 days. */
export const linkLifetimeSeconds = { min: 3600, max: 2_592_000, default: 604_800 } as const;

/** Body of `POST workflow-link` (section 4.2). */
export const linkRequestSchema = startRequestSchema.extend({
  /** Lifetime of the link, in seconds. */
  expiresIn: optional(z.int().min(linkLifetimeSeconds.min).max(linkLifetimeSeconds.max)),
  /**
   * URL to which the user is redirected when a finished result is reached: http, https, or an app whose scheme the account allows.
   */
  completedUrl: optional(redirectUrlSchema),
  /**
   * URL to which the user is redirected when the journey ends without a result: by an error, expiry, or quitting. Same formats as
   * `completedUrl`.
   */
  incompleteUrl: optional(redirectUrlSchema),
});
export type LinkRequest = z.infer<typeof linkRequestSchema>;

/** `data` of the reply to `POST workflow-link` (section 2.5). */
export const linkResponseSchema = z.object({
  /** Id of the execution in reads and webhooks. It grants no access. */
  executionId: z.uuid(),
  /** Address of the hosted page, to be sent to the end user. Keep it secret: whoever has it can go through the flow. */
  redirectUrl: z.url(),
});
export type LinkResponse = z.infer<typeof linkResponseSchema>;
