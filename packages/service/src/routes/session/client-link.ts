import { linkStateSchema } from '@vendor/contract';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { linkState } from '../../executions/session/link-state.ts';
import { bearerOf } from '../../http/bearer.ts';
import { dataReply } from '../../http/data-reply.ts';
import { callerOfSecret, type RateLimits } from '../../http/limits/rate-limit.ts';
import type { Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';

const operation: Operation = {
  id: 'client-link',
  method: 'post',
  path: '/client/link',
  summary: 'Returns the state of a link and the addresses to which it redirects.',
  authorization: 'linkSecret',
  reply: linkStateSchema,
  problems: ['UNAUTHORIZED', 'RATE_LIMITED'],
};

/** `POST client/link`: the state of a link, for the hosted page to which it leads. */
export function clientLink(services: ExecutionServices, limits: RateLimits): ApiRoute {
  return {
    operation,
    async answer(context) {
      const secret = bearerOf(context.req.raw);
      const state = await linkState(services, secret);
      limits.countSession(context, callerOfSecret(secret as string));
      return dataReply(context, state);
    },
  };
}
