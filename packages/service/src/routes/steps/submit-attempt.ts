import { clientStateSchema, submitRequestSchema } from '@vendor/contract';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import { submitStep } from '../../executions/steps/submit-step.ts';
import { bearerOf } from '../../http/bearer.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import { bodyProblems, type Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';
import { sessionProblems } from '../client-operation.ts';
import { stepAttemptOf } from './step-attempt.ts';

const operation: Operation = {
  id: 'submit-attempt',
  method: 'post',
  path: '/client/steps/{stepId}/attempts/{attempt}/submit',
  summary: 'Submits the attempt. Repeating the same submission returns the current state.',
  authorization: 'sessionKey',
  body: submitRequestSchema,
  reply: clientStateSchema,
  problems: [
    ...sessionProblems,
    ...bodyProblems,
    'NOT_FOUND',
    'STEP_NOT_AWAITED',
    'CAPTURE_SEALED',
    'CAPTURE_MISSING',
    'DIGEST_MISMATCH',
  ],
};

/** `POST client/steps/{stepId}/attempts/{n}/submit`: submits the attempt. */
export function submitAttempt(services: ExecutionServices): ApiRoute {
  return {
    operation,
    async answer(context) {
      const claim = claimedSession(services.vault, bearerOf(context.req.raw));
      const step = stepAttemptOf(context);
      const body = parseBody(submitRequestSchema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
      return dataReply(context, await submitStep(services, claim, step, body));
    },
  };
}
