import { z } from 'zod';

/**
 * Stage of a link's journey: still to be begun or finished by the user, with the checks, at a result, or over without
 * one. From `checking` it may come back to `open`, where a check asks for more.
 */
export const linkJourneys = ['open', 'checking', 'completed', 'incomplete'] as const;
export type LinkJourney = (typeof linkJourneys)[number];

/** `data` of the reply to `POST client/link`, which the page of a link asks with `Authorization: Bearer <its secret>`. */
export const linkStateSchema = z.object({
  journey: z.enum(linkJourneys),
  /** Address that the user is sent to once the journey has reached a result; null: they stay. */
  completedUrl: z.url().nullable(),
  /** Address that the user is sent to when the journey ends without one; null: they stay. */
  incompleteUrl: z.url().nullable(),
});
export type LinkState = z.infer<typeof linkStateSchema>;
