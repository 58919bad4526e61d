import { deviceReportSchema } from '@vendor/contract';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import { reportDevice as keepReport } from '../../executions/session/report-device.ts';
import { bearerOf } from '../../http/bearer.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import { bodyProblems, nothing, type Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';
import { sessionProblems } from '../client-operation.ts';

const operation: Operation = {
  id: 'report-device',
  method: 'post',
  path: '/client/device',
  summary:
    'Reports facts about the device, once, if the workflow checks it. Repeating the same report changes nothing.',
  authorization: 'sessionKey',
  body: deviceReportSchema,
  reply: nothing,
  problems: [...sessionProblems, ...bodyProblems, 'STEP_NOT_AWAITED'],
};

/** `POST client/device`: the device data that the browser reports. */
export function reportDevice(services: ExecutionServices): ApiRoute {
  return {
    operation,
    async answer(context) {
      const claim = claimedSession(services.vault, bearerOf(context.req.raw));
      const report = parseBody(deviceReportSchema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
      await keepReport(services, claim, report, context.req.header('user-agent') ?? null);
      return dataReply(context, {});
    },
  };
}
