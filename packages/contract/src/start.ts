import { z } from 'zod';
import { inputsSchema } from './inputs.ts';
import { optional } from './optional.ts';
import { redirectUrlSchema } from './redirect-url.ts';

/** Body of `POST init-workflow` (section 2.2). Unknown top-level members are ignored. */
export const startRequestSchema = z.object({
  /** Of an active workflow of the account. */
  workflowId: z.uuid(),
  /** What is known of the end user and the transaction. */
  inputs: inputsSchema,
});
export type StartRequest = z.infer<typeof startRequestSchema>;

/** `data` of the reply to `POST init-workflow` (section 2.4). */
export const startResponseSchema = z.object({
  /** Names the execution in reads and webhooks; grants nothing by itself. */
  executionId: z.uuid(),
  /** Opaque; for the browser SDK only, not to be parsed or kept. */
  token: z.string(),
  /** Until when the flow can be begun. */
  expiresAt: z.iso.datetime(),
  /** False: no interactive step, the execution runs to completion by itself. */
  requiresClientInit: z.boolean(),
});
export type StartResponse = z.infer<typeof startResponseSchema>;

/** Shortest and longest lifetime of a link, in seconds: 1 hour and 30 days. */
export const linkLifetimeSeconds = { min: 3600, max: 2_592_000, default: 604_800 } as const;

/** Body of `POST workflow-link` (section 4.2). */
export const linkRequestSchema = startRequestSchema.extend({
  /** Lifetime of the link, in seconds. */
  expiresIn: optional(z.int().min(linkLifetimeSeconds.min).max(linkLifetimeSeconds.max)),
  /** Address that the user is sent to once a finished result is reached: http, https, or an app whose scheme the account allows. */
  completedUrl: optional(redirectUrlSchema),
  /** Address that the user is sent to when the journey ends without one: an error, expiry, or quitting. As for `completedUrl`. */
  incompleteUrl: optional(redirectUrlSchema),
});
export type LinkRequest = z.infer<typeof linkRequestSchema>;

/** `data` of the reply to `POST workflow-link` (section 2.5). */
export const linkResponseSchema = z.object({
  /** Names the execution in reads and webhooks; grants nothing by itself. */
  executionId: z.uuid(),
  /** The hosted page, to be sent to the end user; a secret, as whoever has it can go through the flow. */
  redirectUrl: z.url(),
});
export type LinkResponse = z.infer<typeof linkResponseSchema>;
