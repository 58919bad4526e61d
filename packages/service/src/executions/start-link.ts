import {
  type LinkRequest,
  type LinkResponse,
  linkLifetimeSeconds,
  linkRequestSchema,
} from '@vendor/contract';
import type { AccountActor } from '../access/actor.ts';
import { randomToken } from '../secrets/random-token.ts';
import { type KeepStartServices, keepStart } from './keep-start.ts';
import { redirectFaults } from './redirects.ts';
import { type StartCall, type StartOnceServices, startOnce } from './start-once.ts';

type Services = KeepStartServices & StartOnceServices & { readonly publicUrl: string };

/**
 * Starts an execution of an active workflow for one user, by a link to the page of the service. The secret stands behind
 * `#`, which no request carries: a look at the address uses nothing up, and no log learns it.
 *
 * @throws {Refusal} as {@link startOnce}.
 */
export function startLink(services: Services, actor: AccountActor, call: StartCall): Promise<LinkResponse> {
  return startOnce<LinkRequest, LinkResponse>(services, actor, call, {
    operation: 'workflow-link',
    schema: linkRequestSchema,
    furtherFaults: ({ accountId }, body) => redirectFaults(services.store, accountId, body),
    start(workflow, request, keep) {
      const { inputs, expiresIn = linkLifetimeSeconds.default } = request;
      const { completedUrl = null, incompleteUrl = null } = request;
      const secret = randomToken();
      return keepStart(services, {
        actor,
        workflow,
        inputs,
        secret,
        lifetimeMs: expiresIn * 1000,
        redirects: { completedUrl, incompleteUrl },
        keep,
        reply: ({ id }) => ({
          executionId: id,
          redirectUrl: `${services.publicUrl}/flow#${secret}`,
        }),
      });
    },
  });
}
