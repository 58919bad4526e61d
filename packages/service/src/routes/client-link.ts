import type { Handler } from 'hono';
import type { ExecutionServices } from '../executions/execution-services.ts';
import { linkState } from '../executions/link-state.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { bearerOf } from '../http/bearer.ts';
import { dataReply } from '../http/data-reply.ts';

/** `POST client/link`: where the journey of a link stands, for the page that it leads to. */
export function clientLink(services: ExecutionServices): Handler<AppEnvironment> {
  return async (context) => dataReply(context, await linkState(services, bearerOf(context.req.raw)));
}
