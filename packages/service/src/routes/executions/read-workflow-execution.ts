import type { Handler } from 'hono';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { mediaOnly } from '../../executions/outcome/render-execution.ts';
import { readExecution } from '../../executions/reads/read-execution.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { KeyAdmission } from '../../http/limits/rate-limit.ts';
import { readQuery, trueOrFalse } from '../../http/query.ts';

/** `GET workflow-execution/{id}?mediaOnly=<true or false>` (section 4.3). */
export function readWorkflowExecution(
  services: ExecutionServices,
  admit: KeyAdmission,
  tellUnavailable: (executionId: string, error: Error) => void,
): Handler<AppEnvironment> {
  return async (context) => {
    const actor = await admit(context);
    const query = readQuery(context, { mediaOnly: trueOrFalse });
    const mediaLinks = services.mediaLinks.at(context.get('ownAddress').publicUrl);
    const id = context.req.param('id') ?? '';
    const execution = await readExecution({ ...services, mediaLinks }, actor, id, tellUnavailable);
    return dataReply(context, query.mediaOnly ? mediaOnly(execution) : execution);
  };
}
