import {
  type LinkRequest,
  type LinkResponse,
  linkLifetimeSeconds,
  linkRequestSchema,
} from '@vendor/contract';
import type { AccountActor, StartingActor } from '../../access/actor.ts';
import { randomToken } from '../../secrets/random-token.ts';
import { insertExecution, type KeepStartServices } from './insert-execution.ts';
import { redirectFaults } from './redirects.ts';
import { type StartCall, type StartOnceServices, startOnce } from './start-once.ts';

type Services = KeepStartServices & StartOnceServices & { readonly publicUrl: string };

/** A new link and its execution. */
export interface MadeLink extends LinkResponse {
  /** Time until which the flow must be finished, in ms since 1970. */
  readonly expiresAt: number;
}

/** Starts an execution like {@link startLink}, for a key or a person. The reply can include when the link ends. */
export function makeLink<Reply extends object>(
  services: Services,
  actor: StartingActor,
  call: StartCall,
  buildReply: (link: MadeLink) => Reply,
  renews?: string,
): Promise<Reply> {
  return startOnce<LinkRequest, Reply>(services, actor, call, {
    operation: 'workflow-link',
    schema: linkRequestSchema,
    furtherFaults: ({ accountId }, body) => redirectFaults(services.store, accountId, body),
    start(workflow, request, keep) {
      const { inputs, expiresIn = linkLifetimeSeconds.default } = request;
      const { completedUrl = null, incompleteUrl = null } = request;
      const secret = randomToken();
      return insertExecution(services, {
        actor,
        workflow,
        inputs,
        secret,
        lifetimeMs: expiresIn * 1000,
        redirects: { completedUrl, incompleteUrl },
        ...(renews === undefined ? {} : { renews }),
        keep,
        reply: ({ id, expiresAt }) =>
          buildReply({ executionId: id, redirectUrl: `${services.publicUrl}/flow#${secret}`, expiresAt }),
      });
    },
  });
}

/**
 * Starts an execution of an active workflow for one user, and returns a link to the hosted page. The secret stands behind `#`,
 * which browsers do not send: opening the link does not use it up, and the secret reaches no log.
 *
 * @throws {Refusal} as {@link startOnce}.
 */
export function startLink(services: Services, actor: AccountActor, call: StartCall): Promise<LinkResponse> {
  return makeLink(services, actor, call, ({ executionId, redirectUrl }) => ({ executionId, redirectUrl }));
}
