import { longestPollSeconds } from '@vendor/contract';
import type { PollRequest } from '../executions/session/poll-state.ts';
import type { RequestContext } from './app-environment.ts';
import { readQuery, wholeNumber } from './query.ts';

/** -1 stands for a caller that knows nothing yet. */
const after = wholeNumber(-1);
const wait = wholeNumber(0);

/**
 * Reads what `?after=<seq>&wait=<seconds>` asks for. Without `after` whatever there is, is news; a wait longer than 25 seconds is
 * cut to that, the least that every proxy in between endures.
 *
 * @throws {Refusal} INVALID_PARAMETER.
 */
export function pollQuery(context: RequestContext): PollRequest {
  const query = readQuery(context, { after, wait });
  const waitSeconds = Math.min(query.wait ?? 0, longestPollSeconds);
  return { after: query.after ?? -1, waitMs: waitSeconds * 1000, signal: context.req.raw.signal };
}
