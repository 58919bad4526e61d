import { answersRequestSchema, clientStateSchema } from '@vendor/contract';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import { answerForm as keepAnswers } from '../../executions/steps/answer-form.ts';
import { bearerOf } from '../../http/bearer.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import { bodyProblems, type Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';
import { sessionProblems } from '../client-operation.ts';
import { stepAttemptOf } from './step-attempt.ts';

const operation: Operation = {
  id: 'answer-form',
  method: 'post',
  path: '/client/steps/{stepId}/attempts/{attempt}/answers',
  summary: 'Submits the answers to a form. Repeating the same answers returns the current state.',
  authorization: 'sessionKey',
  body: answersRequestSchema,
  reply: clientStateSchema,
  problems: [...sessionProblems, ...bodyProblems, 'NOT_FOUND', 'STEP_NOT_AWAITED'],
};

/** `POST client/steps/{stepId}/attempts/1/answers`: the user's answers to a form. */
export function answerForm(services: ExecutionServices): ApiRoute {
  return {
    operation,
    async answer(context) {
      const claim = claimedSession(services.vault, bearerOf(context.req.raw));
      const step = stepAttemptOf(context);
      const { answers } = parseBody(
        answersRequestSchema,
        await readJson(context.req.raw, 'INVALID_REQUEST_BODY'),
      );
      return dataReply(context, await keepAnswers(services, claim, step, answers));
    },
  };
}
