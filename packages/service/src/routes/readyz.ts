import type { Handler } from 'hono';
import type { AppEnvironment } from '../http/app-environment.ts';
import { dataReply } from '../http/data-reply.ts';
import { problemReply } from '../http/problem-reply.ts';

/** Replies to load balancers: 200 if the service can handle requests, otherwise 503 with the reasons. */
export function readyz(
  readiness: () => Promise<{ readonly reasons: readonly string[]; readonly warnings: readonly string[] }>,
): Handler<AppEnvironment> {
  return async (context) => {
    const { reasons, warnings } = await readiness();
    if (reasons.length === 0) return dataReply(context, { status: 'ready', warnings });
    return problemReply('UNAVAILABLE', reasons.join(' '), context.get('requestId'), {
      more: { reasons, warnings },
    });
  };
}
