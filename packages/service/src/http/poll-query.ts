import { longestPollSeconds } from '@vendor/contract';
import type { PollRequest } from '../executions/poll-state.ts';
import type { RequestContext } from './app-environment.ts';

/**
 * What `?after=<seq>&wait=<seconds>` asks for. Without `after` whatever there is, is news; a wait longer than 25 seconds
 * is cut to that, the least that every proxy in between endures.
 */
export function pollQuery(context: RequestContext): PollRequest {
  const after = numberOf(context.req.query('after')) ?? -1;
  const wait = Math.min(numberOf(context.req.query('wait')) ?? 0, longestPollSeconds);
  return { after, waitMs: wait * 1000, signal: context.req.raw.signal };
}

/** A plain decimal number; anything else is as good as none. */
function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
