import type { Handler } from 'hono';
import type { ExecutionServices } from '../executions/execution-services.ts';
import { readExecution } from '../executions/read-execution.ts';
import { mediaOnly } from '../executions/render-execution.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { dataReply } from '../http/data-reply.ts';
import type { KeyAdmission } from '../http/rate-limit.ts';

/** `GET workflow-execution/{id}` (section 4.3). `mediaOnly` counts as true only when it says so. */
export function readWorkflowExecution(
  services: ExecutionServices,
  admit: KeyAdmission,
): Handler<AppEnvironment> {
  return async (context) => {
    const key = await admit(context);
    const execution = await readExecution(services, key, context.req.param('id') ?? '');
    const data = context.req.query('mediaOnly') === 'true' ? mediaOnly(execution) : execution;
    return dataReply(context, data);
  };
}
