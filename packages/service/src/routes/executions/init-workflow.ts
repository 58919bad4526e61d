import type { Handler } from 'hono';
import { startExecution } from '../../executions/start/start-execution.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { KeyAdmission } from '../../http/limits/rate-limit.ts';

/** `POST init-workflow` (section 4.1). */
export function initWorkflow(
  services: Omit<Parameters<typeof startExecution>[0], 'address'>,
  admit: KeyAdmission,
): Handler<AppEnvironment> {
  return async (context) => {
    const actor = await admit(context);
    const idempotencyKey = context.req.header('idempotency-key') ?? null;
    const body = await readJson(context.req.raw, 'INVALID_INPUT_FORMAT');
    const address = context.get('ownAddress');
    return dataReply(
      context,
      await startExecution({ ...services, address }, actor, { body, idempotencyKey }),
    );
  };
}
