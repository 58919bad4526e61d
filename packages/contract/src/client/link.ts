import { z } from 'zod';

/**
 * State of the flow behind a link: waiting for the user, waiting for checks, ended with a result, ended without a result.
 * `checking` can change back to `open` if a check asks the user for more.
 */
export const linkFlowStates = ['open', 'checking', 'completed', 'incomplete'] as const;
export type LinkFlowState = (typeof linkFlowStates)[number];

/**
 * `data` of the reply to `POST client/link`, which the page of a link calls with `Authorization: Bearer <secret of the link>`.
 */
export const linkStateSchema = z.object({
  journey: z.enum(linkFlowStates),
  /** Address to which the user is redirected after a result; null if they stay on the page. */
  completedUrl: z.url().nullable(),
  /** Address to which the user is redirected if the flow ends without a result; null if they stay on the page. */
  incompleteUrl: z.url().nullable(),
});
export type LinkState = z.infer<typeof linkStateSchema>;
