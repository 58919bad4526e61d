import { z } from 'zod';
import { inputsSchema, webUrlSchema } from './inputs.ts';

/** Body of `POST init-workflow` (section 2.2). Unknown top-level members are ignored. */
export const startRequestSchema = z.object({
  workflowId: z.uuid(),
  inputs: inputsSchema,
});
export type StartRequest = z.infer<typeof startRequestSchema>;

/** `data` of the reply to `POST init-workflow` (section 2.4). */
export const startResponseSchema = z.object({
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
  expiresIn: z.int().min(linkLifetimeSeconds.min).max(linkLifetimeSeconds.max).optional(),
  completedUrl: webUrlSchema.optional(),
  incompleteUrl: webUrlSchema.optional(),
});
export type LinkRequest = z.infer<typeof linkRequestSchema>;

/** `data` of the reply to `POST workflow-link` (section 2.5). */
export const linkResponseSchema = z.object({
  executionId: z.uuid(),
  redirectUrl: z.url(),
});
export type LinkResponse = z.infer<typeof linkResponseSchema>;
