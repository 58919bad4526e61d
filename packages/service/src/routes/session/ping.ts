import { dataReply } from '../../http/data-reply.ts';
import type { RateLimits } from '../../http/limits/rate-limit.ts';
import { nothing, type Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';

const operation: Operation = {
  id: 'ping',
  method: 'get',
  path: '/client/ping',
  summary: 'Lets a page check whether it can reach the client API; returns nothing.',
  authorization: 'none',
  reply: nothing,
  problems: ['RATE_LIMITED'],
};

/** `GET client/ping`. */
export function ping(limits: RateLimits): ApiRoute {
  return {
    operation,
    answer(context) {
      limits.countVisitor(context);
      return dataReply(context, {});
    },
  };
}
