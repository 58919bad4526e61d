import { clientStateSchema } from '@vendor/contract';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import type { HandOffServices } from '../../hand-offs/hand-off-services.ts';
import { pollHandedState } from '../../hand-offs/poll-handed-state.ts';
import { bearerOf } from '../../http/bearer.ts';
import { dataReply } from '../../http/data-reply.ts';
import { pollQuery } from '../../http/poll-query.ts';
import type { Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';
import { pollParameters, sessionProblems } from '../client-operation.ts';

const operation: Operation = {
  id: 'state',
  method: 'get',
  path: '/client/state',
  summary: 'Returns the state as soon as its seq exceeds `after`, or when the wait ends.',
  authorization: 'sessionKey',
  query: pollParameters,
  reply: clientStateSchema,
  problems: [...sessionProblems, 'INVALID_PARAMETER'],
};

/** `GET client/state?after=<seq>&wait=<seconds>`: the state, as soon as it has changed or the wait is over. */
export function pollClientState(services: HandOffServices): ApiRoute {
  return {
    operation,
    async answer(context) {
      const claim = claimedSession(services.vault, bearerOf(context.req.raw));
      return dataReply(context, await pollHandedState(services, claim, pollQuery(context)));
    },
  };
}
