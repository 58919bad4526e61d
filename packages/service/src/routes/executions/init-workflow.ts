import { type StartResponse, startRequestSchema, startResponseSchema } from '@vendor/contract';
import { startExecution } from '../../executions/start/start-execution.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { KeyAdmission } from '../../http/limits/rate-limit.ts';
import { readAdmittedJson } from '../../http/read-admitted-json.ts';
import { executionExample } from '../../openapi/execution-example.ts';
import type { Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';
import { idempotentStart, startProblems, startRequestExample } from './start-operation.ts';

const replyExample: StartResponse = {
  executionId: executionExample.id,
  token: 'default.aHR0cHM6Ly92ZXJpZnkuZXhhbXBsZS5jb20.q1wXq0yqkPz3m1o7bE1vH6m2mJq0zqv7hYl5p4n9o3A',
  expiresAt: '2030-01-15T13:00:00.000Z',
  requiresClientInit: true,
};

const operation: Operation = {
  id: 'init-workflow',
  method: 'post',
  path: '/init-workflow',
  summary: 'Starts an execution of an active workflow and returns a token for the browser SDK.',
  description:
    'Each call creates an execution for one user. Your page passes the token to the browser SDK, which can start the flow for one hour. The result arrives by webhook. The workflow determines which inputs are required.',
  authorization: 'apiKey',
  headers: idempotentStart,
  body: startRequestSchema,
  reply: startResponseSchema,
  examples: { body: startRequestExample, reply: replyExample },
  problems: startProblems,
};

/** `POST init-workflow` (section 4.1). */
export function initWorkflow(
  services: Omit<Parameters<typeof startExecution>[0], 'address'>,
  admit: KeyAdmission,
): ApiRoute {
  return {
    operation,
    async answer(context) {
      const actor = await admit(context);
      const idempotencyKey = context.req.header('idempotency-key') ?? null;
      const body = await readAdmittedJson(admit, context, 'INVALID_INPUT_FORMAT');
      const address = context.get('ownAddress');
      return dataReply(
        context,
        await startExecution({ ...services, address }, actor, { body, idempotencyKey }),
      );
    },
  };
}
