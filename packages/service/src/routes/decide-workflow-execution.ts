import { decisionRequestSchema } from '@vendor/contract';
import type { Handler } from 'hono';
import { decideExecution } from '../executions/decide-execution.ts';
import type { ExecutionServices } from '../executions/execution-services.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { dataReply } from '../http/data-reply.ts';
import { readJson } from '../http/json-body.ts';
import { parseBody } from '../http/parse-body.ts';
import type { KeyAdmission } from '../http/rate-limit.ts';

/** `PATCH workflow-execution/{id}` (section 4.4): the body is looked at before the execution. */
export function decideWorkflowExecution(
  services: ExecutionServices,
  admit: KeyAdmission,
): Handler<AppEnvironment> {
  return async (context) => {
    const key = await admit(context);
    const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
    const decision = parseBody(decisionRequestSchema, body);
    await decideExecution(services, key, context.req.param('id') ?? '', decision);
    return dataReply(context, {});
  };
}
