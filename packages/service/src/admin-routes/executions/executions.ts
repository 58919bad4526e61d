import { checkTypeSchema, executionStatuses, longestPollSeconds } from '@vendor/contract';
import {
  adminChangesSchema,
  adminDecisionRequestSchema,
  adminDecisionResultSchema,
  adminExecutionListSchema,
  adminExecutionSchema,
  adminPageSize,
  adminResendResultSchema,
  adminRevealRequestSchema,
  adminSearchRequestSchema,
  adminSearchResultSchema,
} from '@vendor/contract/admin';
import { z } from 'zod';
import { decideRun } from '../../administration/runs/decide-run.ts';
import { type FollowRunsServices, followRuns } from '../../administration/runs/follow-runs.ts';
import {
  type ListRunServices,
  listRuns,
  parseCursor,
  searchRuns,
} from '../../administration/runs/list-runs.ts';
import { revealRun, type ShowRunServices, showRun } from '../../administration/runs/show-run.ts';
import { shownAddress } from '../../administration/webhooks/shown-address.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { resendExecution } from '../../executions/outcome/resend-execution.ts';
import { readOwnMedia } from '../../executions/reads/read-media.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { mediaReply } from '../../http/media-reply.ts';
import { dateOrTime, oneOf, type QueryKind, readQuery, uuid, wholeNumber } from '../../http/query.ts';
import {
  limitParameter,
  modeParameter,
  placeParameter,
  textParameter,
} from '../../openapi/admin-operation.ts';
import { mediaTypes } from '../../openapi/operation.ts';
import type { AdminRoute } from '../admin-route.ts';

/** Services of the execution routes. */
export type AdminExecutionServices = ExecutionServices &
  ListRunServices &
  ShowRunServices &
  FollowRunsServices;

const listCursor = { read: parseCursor, must: 'must be `next` of an earlier page' };
const code: QueryKind<string> = {
  read: (text) => (/^[A-Z][A-Z0-9_]{2,63}$/.test(text) ? text : null),
  must: 'must be a code, such as EXPIRED',
};
const cursor: QueryKind<string> = { read: (text) => text.slice(0, 100), must: '' };

const listQuery = {
  mode: oneOf(['live', 'test']),
  status: oneOf(executionStatuses),
  waiting: oneOf(['true']),
  workflow: uuid,
  version: wholeNumber(1),
  check: oneOf(checkTypeSchema.options),
  code,
  from: dateOrTime,
  to: dateOrTime,
  after: listCursor,
  limit: wholeNumber(1, 200),
};

/** Descriptions of the parameters in {@link listQuery} for the OpenAPI document. */
const listParameters: Readonly<Record<keyof typeof listQuery, z.ZodType>> = {
  mode: modeParameter,
  status: textParameter('Only runs with this status.'),
  waiting: z.literal('true').optional().describe('Only runs that are waiting for a decision.'),
  workflow: z.uuid().optional().describe('Only runs of this workflow.'),
  version: z.int().min(1).optional().describe('Only runs of this version of the workflow.'),
  check: textParameter('Only runs with a check of this type.'),
  code: textParameter('Only runs with this code in `statusDetail` of a check.'),
  from: textParameter('Only runs started at this time or later.'),
  to: textParameter('Only runs started before this time.'),
  after: placeParameter,
  limit: limitParameter,
};

/** Reads the id of an execution from the path. */
const idOf = (context: RequestContext) => (context.req.param('id') ?? '').toLowerCase();

/** Creates the routes of executions in the Admin Panel. */
export function executionRoutes(services: AdminExecutionServices): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: 'executions',
      access: 'execution.read',
      operation: { summary: 'List runs', query: listParameters, reply: adminExecutionListSchema },
      isCompressed: true,
      answer(context, person) {
        const query = readQuery(context, listQuery);
        const filter = {
          mode: query.mode ?? null,
          status: query.status ?? null,
          isWaiting: query.waiting === 'true',
          workflowId: query.workflow ?? null,
          workflowVersion: query.version ?? null,
          checkType: query.check ?? null,
          code: query.code ?? null,
          from: query.from ?? null,
          to: query.to ?? null,
        };
        return listRuns(services, person, filter, query.after ?? null, query.limit ?? adminPageSize);
      },
    },
    {
      method: 'POST',
      path: 'executions/search',
      access: 'execution.find',
      operation: {
        summary: 'Search runs by an exact value',
        body: adminSearchRequestSchema,
        reply: adminSearchResultSchema,
      },
      async answer(context, person) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        return searchRuns(services, person, parseBody(adminSearchRequestSchema, body));
      },
    },
    {
      method: 'GET',
      path: 'executions/:id',
      access: 'execution.read',
      operation: { summary: 'Show a run with personal data masked', reply: adminExecutionSchema },
      answer: (context, person) => showRun(services, person, idOf(context)),
    },
    {
      method: 'POST',
      path: 'executions/:id/reveal',
      access: 'execution.reveal',
      operation: {
        summary: 'Show a run with personal data unmasked, for a stated reason',
        body: adminRevealRequestSchema,
        reply: adminExecutionSchema,
      },
      async answer(context, person) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { reason } = parseBody(adminRevealRequestSchema, body);
        return revealRun(services, person, idOf(context), reason);
      },
    },
    {
      method: 'POST',
      path: 'executions/:id/decision',
      access: 'execution.decide',
      operation: {
        summary: 'Decide a run',
        body: adminDecisionRequestSchema,
        reply: adminDecisionResultSchema,
      },
      async answer(context, person) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const decision = parseBody(adminDecisionRequestSchema, body);
        return { revision: await decideRun(services, person, idOf(context), decision) };
      },
    },
    {
      method: 'POST',
      path: 'executions/:id/resend',
      access: 'execution.resend',
      operation: {
        summary: 'Send the result again to all endpoints',
        reply: adminResendResultSchema,
      },
      async answer(context, person) {
        const sentTo = await resendExecution(services, person, idOf(context));
        return { sentTo: sentTo.map((url) => shownAddress(person, url)) };
      },
    },
    {
      method: 'GET',
      path: 'executions/:id/media/:captureId',
      access: 'media.read',
      operation: { summary: 'Show a picture, video or file', reply: mediaTypes },
      async answer(context, person) {
        const captureId = context.req.param('captureId') ?? '';
        const file = await readOwnMedia(services, person, idOf(context), captureId);
        return mediaReply(context.req.raw, file, 'same-origin');
      },
    },
    {
      method: 'GET',
      path: 'changes',
      access: 'execution.read',
      operation: {
        summary: 'Wait for changes of runs',
        query: {
          after: textParameter('`cursor` of the previous reply.'),
          wait: z
            .int()
            .min(0)
            .optional()
            .describe('Seconds to wait for a change, at most 25; higher values count as 25.'),
        },
        reply: adminChangesSchema,
      },
      isAutomatic: true,
      answer(context, person) {
        const { after, wait } = readQuery(context, { after: cursor, wait: wholeNumber(0) });
        const waitMs = Math.min(wait ?? longestPollSeconds, longestPollSeconds) * 1000;
        return followRuns(services, person, after ?? null, { waitMs, signal: context.req.raw.signal });
      },
    },
  ];
}
