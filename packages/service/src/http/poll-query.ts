import { longestPollSeconds } from '@vendor/contract';
import type { PollRequest } from '../executions/session/poll-state.ts';
import type { RequestContext } from './app-environment.ts';
import { readQuery, wholeNumber } from './query.ts';

/** -1: the caller knows no state yet. */
const after = wholeNumber(-1);
const wait = wholeNumber(0);

/**
 * Reads `?after=<seq>&wait=<seconds>`. Without `after`, any state is new. A wait of more than 25 seconds is reduced to 25,
 * which all proxies tolerate.
 *
 * @throws {Refusal} INVALID_PARAMETER.
 */
export function pollQuery(context: RequestContext): PollRequest {
  const query = readQuery(context, { after, wait });
  const waitSeconds = Math.min(query.wait ?? 0, longestPollSeconds);
  return { after: query.after ?? -1, waitMs: waitSeconds * 1000, signal: context.req.raw.signal };
}
