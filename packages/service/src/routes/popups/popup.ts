import {
  popupAttendanceSchema,
  popupLeaveSchema,
  popupReportSchema,
  popupRequestSchema,
  popupResponseSchema,
  popupStateSchema,
} from '@vendor/contract';
import type { z } from 'zod';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import type { SessionKeyClaim } from '../../executions/session/session-key.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { bearerOf } from '../../http/bearer.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import { pollQuery } from '../../http/poll-query.ts';
import { bodyProblems, nothing, type Operation } from '../../openapi/operation.ts';
import { attendPopup } from '../../popups/attend-popup.ts';
import { openPopup } from '../../popups/open-popup.ts';
import type { PopupServices } from '../../popups/popup-services.ts';
import { releasePopup } from '../../popups/release-popup.ts';
import { leavePopup, reportPopup } from '../../popups/report-popup.ts';
import { watchPopup } from '../../popups/watch-popup.ts';
import type { ApiRoute } from '../api-route.ts';
import { pollParameters, sessionProblems } from '../client-operation.ts';

/** Refusals of popup routes; not SESSION_EXPIRED, because a popup may outlive the deadline of its session. */
const popupProblems = ['UNAUTHORIZED', 'SESSION_TAKEN_OVER', 'RATE_LIMITED'] as const;

type Answer<Reply> = (context: RequestContext, claim: SessionKeyClaim) => Promise<Reply>;

/** Creates the routes of a popup: for the page that opened it (open, watch, release), then for the popup itself. */
export function popupRoutes(services: PopupServices): readonly ApiRoute[] {
  const route = (operation: Omit<Operation, 'authorization'>, answer: Answer<object>): ApiRoute => ({
    operation: { ...operation, authorization: 'sessionKey' },
    async answer(context) {
      const claim = claimedSession(services.vault, bearerOf(context.req.raw));
      return dataReply(context, await answer(context, claim));
    },
  });
  const acknowledging =
    (act: Answer<void>): Answer<object> =>
    async (...given) => {
      await act(...given);
      return {};
    };
  return [
    route(
      {
        id: 'open-popup',
        method: 'post',
        path: '/client/popup',
        summary:
          'Returns the address of a popup for the flow, with a ticket that can be used once within 60 seconds.',
        body: popupRequestSchema,
        reply: popupResponseSchema,
        problems: [...sessionProblems, ...bodyProblems],
      },
      async (context, claim) => {
        const { publicUrl } = context.get('ownAddress');
        const { look } = await bodyOf(context, popupRequestSchema);
        return openPopup({ ...services, publicUrl }, claim, look);
      },
    ),
    route(
      {
        id: 'watch-popup',
        method: 'get',
        path: '/client/popup',
        summary:
          'Returns what happened in the popup as soon as its seq exceeds `after`, or when the wait ends.',
        query: pollParameters,
        reply: popupStateSchema,
        problems: [...popupProblems, 'INVALID_PARAMETER'],
      },
      (context, claim) => watchPopup(services, claim, pollQuery(context)),
    ),
    route(
      {
        id: 'release-popup',
        method: 'post',
        path: '/client/popup/release',
        summary: 'Reports that the opening page has finished with the popup, which then closes itself.',
        reply: nothing,
        problems: popupProblems,
      },
      acknowledging((_context, claim) => releasePopup(services, claim)),
    ),
    route(
      {
        id: 'attend-popup',
        method: 'get',
        path: '/client/popup/attendance',
        summary: 'Keeps the popup registered as open while it waits, and tells it when to close.',
        query: pollParameters,
        reply: popupAttendanceSchema,
        problems: [...popupProblems, 'INVALID_PARAMETER'],
      },
      (context, claim) => attendPopup(services, claim, pollQuery(context)),
    ),
    route(
      {
        id: 'report-popup',
        method: 'post',
        path: '/client/popup/report',
        summary: 'Reports what happened in the popup to the page that opened it.',
        body: popupReportSchema,
        reply: nothing,
        problems: [...popupProblems, ...bodyProblems, 'SESSION_RELEASED'],
      },
      acknowledging(async (context, claim) =>
        reportPopup(services, claim, await bodyOf(context, popupReportSchema)),
      ),
    ),
    route(
      {
        id: 'leave-popup',
        method: 'post',
        path: '/client/popup/leave',
        summary: 'Reports that the page of the popup is closing; it may return within 10 seconds.',
        body: popupLeaveSchema,
        reply: nothing,
        problems: [...popupProblems, ...bodyProblems],
      },
      acknowledging(async (context, claim) =>
        leavePopup(services, claim, await bodyOf(context, popupLeaveSchema)),
      ),
    ),
  ];
}

async function bodyOf<Schema extends z.ZodType>(
  context: RequestContext,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return parseBody(schema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
}
