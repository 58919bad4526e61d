import { z } from 'zod';
import { inputsSchema } from './inputs.ts';
import { optional } from './optional.ts';
import { redirectUrlSchema } from './redirect-url.ts';

/** Body of `POST init-workflow` (section 2.2). Unknown top-level members are ignored. */
export const startRequestSchema = z.object({
  workflowId: z.uuid().meta({ description: 'Id of an active workflow of the account.' }),
  inputs: inputsSchema.meta({ description: 'Facts about the end user and the transaction.' }),
});
export type StartRequest = z.infer<typeof startRequestSchema>;

/** `data` of the reply to `POST init-workflow` (section 2.4). */
export const startResponseSchema = z.object({
  executionId: z
    .uuid()
    .meta({ description: 'Id of the execution in reads and webhooks. It grants no access.' }),
  token: z.string().meta({
    description: 'Opaque session token for the browser SDK. Do not parse it or keep it beyond the session.',
  }),
  expiresAt: z.iso.datetime().meta({ description: 'Time after which the flow can no longer be started.' }),
  requiresClientInit: z
    .boolean()
    .meta({ description: 'False if no step needs the user: the execution then runs to its end by itself.' }),
});
export type StartResponse = z.infer<typeof startResponseSchema>;

/** Minimum, maximum and default lifetime of a link, in seconds: 1 hour, 30 days and 7 days. */
export const linkLifetimeSeconds = { min: 3600, max: 2_592_000, default: 604_800 } as const;

/** Body of `POST workflow-link` (section 4.2). */
export const linkRequestSchema = startRequestSchema.extend({
  expiresIn: optional(z.int().min(linkLifetimeSeconds.min).max(linkLifetimeSeconds.max)).meta({
    description: 'Lifetime of the link, in seconds.',
  }),
  completedUrl: optional(redirectUrlSchema).meta({
    description:
      'URL to which the user is redirected when a finished result is reached: http, https, or an app whose scheme the account allows.',
  }),
  incompleteUrl: optional(redirectUrlSchema).meta({
    description:
      'URL to which the user is redirected when the journey ends without a result: by an error, expiry, or quitting. Same formats as `completedUrl`.',
  }),
});
export type LinkRequest = z.infer<typeof linkRequestSchema>;

/** `data` of the reply to `POST workflow-link` (section 2.5). */
export const linkResponseSchema = z.object({
  executionId: z
    .uuid()
    .meta({ description: 'Id of the execution in reads and webhooks. It grants no access.' }),
  redirectUrl: z.url().meta({
    description:
      'Address of the hosted page, to be sent to the end user. Keep it secret: whoever has it can go through the flow.',
  }),
});
export type LinkResponse = z.infer<typeof linkResponseSchema>;
