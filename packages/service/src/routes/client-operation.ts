import { z } from 'zod';

/** Refusals that every call with a session key may get. */
export const sessionProblems = [
  'UNAUTHORIZED',
  'SESSION_EXPIRED',
  'SESSION_TAKEN_OVER',
  'RATE_LIMITED',
] as const;

/** Parameters of calls that wait for a change. */
export const pollParameters = {
  after: z.int().min(-1).optional().describe('Last seq that is known; -1 for none.'),
  wait: z
    .int()
    .min(0)
    .optional()
    .describe('Seconds to wait for a change, at most 25; higher values count as 25.'),
};
