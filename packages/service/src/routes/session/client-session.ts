import { clientStateSchema } from '@vendor/contract';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import { beginFlow } from '../../executions/session/begin-flow.ts';
import type { SessionKeyClaim } from '../../executions/session/session-key.ts';
import { cancelInHandOff, extendInHandOff, leaveInHandOff } from '../../hand-offs/act-in-hand-off.ts';
import type { HandOffServices } from '../../hand-offs/hand-off-services.ts';
import { bearerOf } from '../../http/bearer.ts';
import { dataReply } from '../../http/data-reply.ts';
import { nothing, type Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';
import { sessionProblems } from '../client-operation.ts';

/** Begins the flow. */
export function beginSession(services: ExecutionServices): ApiRoute {
  const summary = 'Begins the flow and starts the time limit for it.';
  return action('begin', { summary, reply: clientStateSchema }, services, beginFlow);
}

/** Asks for more time. */
export function extendSession(services: HandOffServices): ApiRoute {
  const description = {
    summary: 'Extends the deadline to an hour from now, up to 24 hours after the flow began.',
    reply: clientStateSchema,
    problems: [...sessionProblems, 'STEP_NOT_AWAITED'] as const,
  };
  return action('extend', description, services, extendInHandOff);
}

/** Notes that the page is closing. */
export function leaveSession(services: HandOffServices): ApiRoute {
  const summary = 'Reports that the page is closing; the session stays valid.';
  return action('leave', { summary, reply: nothing }, services, withEmptyReply(leaveInHandOff));
}

/** Ends the session. */
export function cancelSession(services: HandOffServices): ApiRoute {
  const summary = 'Quits the flow: the session ends, and the token can start another one until the deadline.';
  return action('cancel', { summary, reply: nothing }, services, withEmptyReply(cancelInHandOff));
}

type UseCase<Services, Reply> = (services: Services, claim: SessionKeyClaim) => Promise<Reply>;

/** Makes the route of a session action without a body. */
function action<Services extends Pick<ExecutionServices, 'vault'>>(
  id: string,
  description: Pick<Operation, 'summary' | 'reply'> & Partial<Pick<Operation, 'problems'>>,
  services: Services,
  act: UseCase<Services, object>,
): ApiRoute {
  return {
    operation: {
      id,
      method: 'post',
      path: `/client/${id}`,
      authorization: 'sessionKey',
      problems: sessionProblems,
      ...description,
    },
    async answer(context) {
      const claim = claimedSession(services.vault, bearerOf(context.req.raw));
      return dataReply(context, await act(services, claim));
    },
  };
}

function withEmptyReply<Services>(act: UseCase<Services, void>): UseCase<Services, object> {
  return async (services, claim) => {
    await act(services, claim);
    return {};
  };
}
