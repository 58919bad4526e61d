import type { Handler } from 'hono';
import { claimedSession } from '../executions/authorize-session.ts';
import type { ExecutionServices } from '../executions/execution-services.ts';
import type { SessionKeyClaim } from '../executions/session-key.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { bearerOf } from '../http/bearer.ts';
import { dataReply } from '../http/data-reply.ts';

type UseCase<Reply> = (services: ExecutionServices, claim: SessionKeyClaim) => Promise<Reply>;

/** The actions of a session that take no body and answer the state: `begin`, `extend`. */
export function clientAction(services: ExecutionServices, act: UseCase<object>): Handler<AppEnvironment> {
  return async (context) => {
    const claim = claimedSession(services.vault, bearerOf(context.req.raw));
    return dataReply(context, await act(services, claim));
  };
}

/** The actions of a session that answer nothing: `leave`, `cancel`. */
export function clientFarewell(services: ExecutionServices, act: UseCase<void>): Handler<AppEnvironment> {
  return clientAction(services, async (...args) => {
    await act(...args);
    return {};
  });
}
