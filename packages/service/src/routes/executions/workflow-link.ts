import type { Handler } from 'hono';
import { startLink } from '../../executions/start/start-link.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import type { KeyAdmission } from '../../http/limits/rate-limit.ts';

/** `POST workflow-link` (section 4.2). */
export function workflowLink(
  services: Omit<Parameters<typeof startLink>[0], 'publicUrl'>,
  admit: KeyAdmission,
): Handler<AppEnvironment> {
  return async (context) => {
    const actor = await admit(context);
    const idempotencyKey = context.req.header('idempotency-key') ?? null;
    const body = await readJson(context.req.raw, 'INVALID_INPUT_FORMAT');
    const { publicUrl } = context.get('ownAddress');
    return dataReply(context, await startLink({ ...services, publicUrl }, actor, { body, idempotencyKey }));
  };
}
