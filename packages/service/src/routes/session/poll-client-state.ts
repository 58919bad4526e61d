import type { Handler } from 'hono';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import type { HandOffServices } from '../../hand-offs/hand-off-services.ts';
import { pollHandedState } from '../../hand-offs/poll-handed-state.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';
import { bearerOf } from '../../http/bearer.ts';
import { dataReply } from '../../http/data-reply.ts';
import { pollQuery } from '../../http/poll-query.ts';

/** `GET client/state?after=<seq>&wait=<seconds>`: the state, once it has changed or the wait is over. */
export function pollClientState(services: HandOffServices): Handler<AppEnvironment> {
  return async (context) => {
    const claim = claimedSession(services.vault, bearerOf(context.req.raw));
    return dataReply(context, await pollHandedState(services, claim, pollQuery(context)));
  };
}
