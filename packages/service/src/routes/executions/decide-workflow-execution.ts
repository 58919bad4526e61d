import { decisionRequestSchema } from '@vendor/contract';
import type { Handler } from 'hono';
import { type AnswerOnceServices, answerNamed, nameFaults } from '../../executions/answer-once.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { decideExecution } from '../../executions/outcome/decide-execution.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { KeyAdmission } from '../../http/limits/rate-limit.ts';

/**
 * `PATCH workflow-execution/{id}` (section 4.4): the body is looked at before the execution. With an `Idempotency-Key` a
 * decision is recorded, and told to the webhooks, once.
 */
export function decideWorkflowExecution(
  services: ExecutionServices & AnswerOnceServices,
  admit: KeyAdmission,
): Handler<AppEnvironment> {
  return async (context) => {
    const actor = await admit(context);
    const name = context.req.header('idempotency-key') ?? null;
    const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
    const decision = parseBody(decisionRequestSchema, body, nameFaults(name, 'INVALID_REQUEST_BODY'));
    // However it is written, it is the same execution: a repeated call must not count as another.
    const id = (context.req.param('id') ?? '').toLowerCase();
    const call = {
      name,
      apiKeyId: actor.id,
      request: { operation: 'decide-workflow-execution', body: { id, decision } },
    };
    const reply = await answerNamed(services, call, async (keep) => {
      await decideExecution(services, actor, id, decision, keep);
      return {};
    });
    return dataReply(context, reply);
  };
}
