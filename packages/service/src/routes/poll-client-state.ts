import { longestPollSeconds } from '@vendor/contract';
import type { Handler } from 'hono';
import { claimedSession } from '../executions/authorize-session.ts';
import type { ExecutionServices } from '../executions/execution-services.ts';
import { pollState } from '../executions/poll-state.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { bearerOf } from '../http/bearer.ts';

/**
 * `GET client/state?after=<seq>&wait=<seconds>`: the state, once it has changed or the wait is over. Without `after` the
 * state as it is; a wait longer than 25 seconds is cut to that, the least that every proxy in between endures.
 */
export function pollClientState(services: ExecutionServices): Handler<AppEnvironment> {
  return async (context) => {
    const claim = claimedSession(services.vault, bearerOf(context.req.raw));
    const after = numberOf(context.req.query('after')) ?? -1;
    const wait = Math.min(numberOf(context.req.query('wait')) ?? 0, longestPollSeconds);
    const request = { after, waitMs: wait * 1000, signal: context.req.raw.signal };
    return context.json({ data: await pollState(services, claim, request) });
  };
}

/** A plain decimal number; anything else is as good as none. */
function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
