import { type StartRequest, type StartResponse, startRequestSchema } from '@vendor/contract';
import type { AccountKey } from '../accounts/api-key.ts';
import { randomToken } from '../secrets/random-token.ts';
import type { AnswerOnceServices } from './answer-once.ts';
import { type KeepStartServices, keepStart } from './keep-start.ts';
import { beginWithinMs } from './session-lifetime.ts';
import { type StartCall, startOnce } from './start-once.ts';

/** The region of this deployment, in front of each session token. */
const region = 'default';

/**
 * Starts an execution of an active workflow for one user, by a token for the browser SDK.
 *
 * @throws {Refusal} as {@link startOnce}.
 */
export function startExecution(
  services: KeepStartServices & AnswerOnceServices,
  key: AccountKey,
  call: StartCall,
): Promise<StartResponse> {
  return startOnce<StartRequest, StartResponse>(services, key, call, {
    operation: 'init-workflow',
    schema: startRequestSchema,
    start(workflow, { inputs }, keep) {
      const token = `${region}.${randomToken()}`;
      return keepStart(services, {
        key,
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
          // Without an interactive step it has begun.
          requiresClientInit: begunAt === null,
        }),
      });
    },
  });
}
