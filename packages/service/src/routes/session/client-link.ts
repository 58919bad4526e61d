import type { Handler } from 'hono';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { linkState } from '../../executions/session/link-state.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';
import { bearerOf } from '../../http/bearer.ts';
import { dataReply } from '../../http/data-reply.ts';
import { callerOfSecret, type RateLimits } from '../../http/limits/rate-limit.ts';

/** `POST client/link`: where the journey of a link stands, for the page that it leads to. */
export function clientLink(services: ExecutionServices, limits: RateLimits): Handler<AppEnvironment> {
  return async (context) => {
    const secret = bearerOf(context.req.raw);
    const state = await linkState(services, secret);
    limits.countSession(context, callerOfSecret(secret as string));
    return dataReply(context, state);
  };
}
