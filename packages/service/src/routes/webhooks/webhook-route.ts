import type { RequestContext } from '../../http/app-environment.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { Caller, KeyAdmission } from '../../http/limits/rate-limit.ts';
import type { Operation } from '../../openapi/operation.ts';
import { requireWebhookAct } from '../../webhooks/webhook-services.ts';
import type { ApiRoute } from '../api-route.ts';

/** Refusals that every call with a webhook key may get. */
const everyProblem = ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED', 'INTERNAL_ERROR'] as const;

/** Creates routes on which a backend manages its webhooks with a webhook key. */
export function webhookRouteFor(admit: KeyAdmission) {
  return (
    operation: Omit<Operation, 'authorization'>,
    answer: (context: RequestContext, actor: Caller) => Promise<object>,
  ): ApiRoute => ({
    operation: {
      ...operation,
      authorization: 'webhookKey',
      problems: [...operation.problems, ...everyProblem],
    },
    async answer(context) {
      const actor = await admit(context);
      // Checks the key before it reads the request, so that a rejected caller learns nothing about the expected body.
      requireWebhookAct(actor, 'endpoint.read');
      return dataReply(context, await answer(context, actor));
    },
  });
}
