import { deviceReportSchema } from '@vendor/contract';
import type { Handler } from 'hono';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import { reportDevice as keepReport } from '../../executions/session/report-device.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';
import { bearerOf } from '../../http/bearer.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';

/** `POST client/device`: what the browser tells of its device. */
export function reportDevice(services: ExecutionServices): Handler<AppEnvironment> {
  return async (context) => {
    const claim = claimedSession(services.vault, bearerOf(context.req.raw));
    const report = parseBody(deviceReportSchema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
    await keepReport(services, claim, report, context.req.header('user-agent') ?? null);
    return dataReply(context, {});
  };
}
