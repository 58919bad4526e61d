import { type DecisionRequest, decisionRequestSchema } from '@vendor/contract';
import { type AnswerOnceServices, answerNamed, nameFaults } from '../../executions/answer-once.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { decideExecution } from '../../executions/outcome/decide-execution.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { KeyAdmission } from '../../http/limits/rate-limit.ts';
import { readAdmittedJson } from '../../http/read-admitted-json.ts';
import { idempotencyKey } from '../../openapi/idempotency-key.ts';
import { bodyProblems, nothing, type Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';

const bodyExample: DecisionRequest = { status: 'APPROVED', comment: 'Seen in person.' };

const operation: Operation = {
  id: 'decide-workflow-execution',
  method: 'patch',
  path: '/workflow-execution/{id}',
  summary: 'Records your own decision on a finished execution and sends its new status to your webhooks.',
  description: 'Possible for executions that are APPROVED, REVIEW, DECLINED or EXPIRED, any number of times.',
  authorization: 'apiKey',
  headers: idempotencyKey('it gets the same reply and records no other decision'),
  body: decisionRequestSchema,
  reply: nothing,
  examples: { body: bodyExample, reply: {} },
  problems: [
    ...bodyProblems,
    'IDEMPOTENCY_KEY_IN_USE',
    'IDEMPOTENCY_KEY_REUSED',
    'EXECUTION_IN_PROGRESS',
    'EXECUTION_PURGED',
    'UNAUTHORIZED',
    'WORKFLOW_EXECUTION_NOT_FOUND',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
  ],
};

/**
 * `PATCH workflow-execution/{id}` (section 4.4). Checks the body before the execution. With an `Idempotency-Key`, a decision is
 * recorded and sent to the webhooks only once.
 */
export function decideWorkflowExecution(
  services: ExecutionServices & AnswerOnceServices,
  admit: KeyAdmission,
): ApiRoute {
  return {
    operation,
    async answer(context) {
      const actor = await admit(context);
      const name = context.req.header('idempotency-key') ?? null;
      const body = await readAdmittedJson(admit, context, 'INVALID_REQUEST_BODY');
      const decision = parseBody(decisionRequestSchema, body, nameFaults(name, 'INVALID_REQUEST_BODY'));
      // Lower case, because both spellings name the same execution, and a repeated call must not count twice.
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
    },
  };
}
