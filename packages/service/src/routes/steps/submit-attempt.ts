import { submitRequestSchema } from '@vendor/contract';
import type { Handler } from 'hono';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import { submitStep } from '../../executions/steps/submit-step.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';
import { bearerOf } from '../../http/bearer.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import { stepAttemptOf } from './step-attempt.ts';

/** `POST client/steps/{stepId}/attempts/{n}/submit`: hands the attempt in. */
export function submitAttempt(services: ExecutionServices): Handler<AppEnvironment> {
  return async (context) => {
    const claim = claimedSession(services.vault, bearerOf(context.req.raw));
    const step = stepAttemptOf(context);
    const body = parseBody(submitRequestSchema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
    return dataReply(context, await submitStep(services, claim, step, body));
  };
}
