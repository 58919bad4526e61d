import { executionSchema, mediaOnlyExecutionSchema } from '@vendor/contract';
import { z } from 'zod';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { mediaOnly } from '../../executions/outcome/render-execution.ts';
import { readExecution } from '../../executions/reads/read-execution.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { KeyAdmission } from '../../http/limits/rate-limit.ts';
import { readQuery, trueOrFalse } from '../../http/query.ts';
import { executionExample } from '../../openapi/execution-example.ts';
import type { Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';

const operation: Operation = {
  id: 'read-workflow-execution',
  method: 'get',
  path: '/workflow-execution/{id}',
  summary: 'Reads an execution: the same object that the webhooks deliver.',
  description: 'For reads on demand: after a missed webhook, to download media later, or to reconcile data.',
  authorization: 'apiKey',
  query: {
    mediaOnly: z
      .boolean()
      .optional()
      .describe('If true, each entry of checks contains only checkType and capturedMedia. False by default.'),
  },
  reply: z.union([executionSchema, mediaOnlyExecutionSchema]),
  examples: { reply: executionExample },
  problems: [
    'INVALID_PARAMETER',
    'UNAUTHORIZED',
    'WORKFLOW_EXECUTION_NOT_FOUND',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
  ],
};

/** `GET workflow-execution/{id}?mediaOnly=<true or false>` (section 4.3). */
export function readWorkflowExecution(
  services: ExecutionServices,
  admit: KeyAdmission,
  onUnavailable: (executionId: string, error: Error) => void,
): ApiRoute {
  return {
    operation,
    async answer(context) {
      const actor = await admit(context);
      const query = readQuery(context, { mediaOnly: trueOrFalse });
      const mediaLinks = services.mediaLinks.at(context.get('ownAddress').publicUrl);
      const id = context.req.param('id') ?? '';
      const execution = await readExecution({ ...services, mediaLinks }, actor, id, onUnavailable);
      return dataReply(context, query.mediaOnly ? mediaOnly(execution) : execution);
    },
  };
}
