import { type LinkRequest, type LinkResponse, linkRequestSchema, linkResponseSchema } from '@vendor/contract';
import { startLink } from '../../executions/start/start-link.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { KeyAdmission } from '../../http/limits/rate-limit.ts';
import { readAdmittedJson } from '../../http/read-admitted-json.ts';
import { executionExample } from '../../openapi/execution-example.ts';
import type { Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';
import { idempotentStart, startProblems, startRequestExample } from './start-operation.ts';

const bodyExample: LinkRequest = {
  ...startRequestExample,
  expiresIn: 86_400,
  completedUrl: 'https://shop.example/verified',
  incompleteUrl: 'https://shop.example/try-again',
};

const replyExample: LinkResponse = {
  executionId: executionExample.id,
  redirectUrl: 'https://verify.example/flow#Xq0yqkPz3m1o7bE1vH6m2mJq0zqv7hYl5p4n9o3Aq1w',
};

const operation: Operation = {
  id: 'workflow-link',
  method: 'post',
  path: '/workflow-link',
  summary: 'Starts an execution of an active workflow and returns a link to the hosted page for its user.',
  description:
    'Like init-workflow, but without a page of your own: the user goes through the flow at the returned address, within 7 days or the time that you set. Treat the link as a secret and send it to its user only.',
  authorization: 'apiKey',
  headers: idempotentStart,
  body: linkRequestSchema,
  reply: linkResponseSchema,
  examples: { body: bodyExample, reply: replyExample },
  problems: startProblems,
};

/** `POST workflow-link` (section 4.2). */
export function workflowLink(
  services: Omit<Parameters<typeof startLink>[0], 'publicUrl'>,
  admit: KeyAdmission,
): ApiRoute {
  return {
    operation,
    async answer(context) {
      const actor = await admit(context);
      const idempotencyKey = context.req.header('idempotency-key') ?? null;
      const body = await readAdmittedJson(admit, context, 'INVALID_INPUT_FORMAT');
      const { publicUrl } = context.get('ownAddress');
      return dataReply(context, await startLink({ ...services, publicUrl }, actor, { body, idempotencyKey }));
    },
  };
}
