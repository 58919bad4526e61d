import type { Handler } from 'hono';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import type { SessionKeyClaim } from '../../executions/session/session-key.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';
import { bearerOf } from '../../http/bearer.ts';
import { dataReply } from '../../http/data-reply.ts';

type UseCase<Services, Reply> = (services: Services, claim: SessionKeyClaim) => Promise<Reply>;
type WithVault = Pick<ExecutionServices, 'vault'>;

/** The actions of a session that take no body and answer the state: `begin`, `extend`. */
export function clientAction<Services extends WithVault>(
  services: Services,
  act: UseCase<Services, object>,
): Handler<AppEnvironment> {
  return async (context) => {
    const claim = claimedSession(services.vault, bearerOf(context.req.raw));
    return dataReply(context, await act(services, claim));
  };
}

/** The actions of a session that answer nothing: `leave`, `cancel`. */
export function clientFarewell<Services extends WithVault>(
  services: Services,
  act: UseCase<Services, void>,
): Handler<AppEnvironment> {
  return clientAction(services, async (...args: Parameters<UseCase<Services, void>>) => {
    await act(...args);
    return {};
  });
}
