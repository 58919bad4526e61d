import { type StartRequest, type StartResponse, startRequestSchema } from '@vendor/contract';
import type { AccountActor } from '../../access/actor.ts';
import { asksClient } from '../../workflows/client-facts.ts';
import { beginWithinMs } from '../session/session-lifetime.ts';
import { makeSessionToken, type StartAddress } from '../session/session-token.ts';
import { insertExecution, type KeepStartServices } from './insert-execution.ts';
import { type StartCall, type StartOnceServices, startOnce } from './start-once.ts';

type Services = KeepStartServices &
  StartOnceServices & {
    readonly address: StartAddress;
  };

/**
 * Starts an execution of an active workflow for one user, and returns a session token for the browser SDK.
 *
 * @throws {Refusal} as {@link startOnce}.
 */
export function startExecution(
  services: Services,
  actor: AccountActor,
  call: StartCall,
): Promise<StartResponse> {
  return startOnce<StartRequest, StartResponse>(services, actor, call, {
    operation: 'init-workflow',
    schema: startRequestSchema,
    start(workflow, { inputs }, keep) {
      const token = makeSessionToken(services.address);
      return insertExecution(services, {
        actor,
        workflow,
        inputs,
        secret: token,
        lifetimeMs: beginWithinMs,
        redirects: null,
        keep,
        reply: ({ id, expiresAt, begunAt }) => ({
          executionId: id,
          token,
          expiresAt: new Date(expiresAt).toISOString(),
          // A flow without an interactive step has begun already, but may still need data that only the browser can send.
          requiresClientInit: begunAt === null || asksClient(workflow.definition, inputs),
        }),
      });
    },
  });
}
