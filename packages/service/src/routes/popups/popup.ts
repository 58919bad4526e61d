import { popupLeaveSchema, popupReportSchema, popupRequestSchema } from '@vendor/contract';
import type { Handler } from 'hono';
import type { z } from 'zod';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import type { SessionKeyClaim } from '../../executions/session/session-key.ts';
import type { AppEnvironment, RequestContext } from '../../http/app-environment.ts';
import { bearerOf } from '../../http/bearer.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import { pollQuery } from '../../http/poll-query.ts';
import { attendPopup } from '../../popups/attend-popup.ts';
import { openPopup } from '../../popups/open-popup.ts';
import type { PopupServices } from '../../popups/popup-services.ts';
import { releasePopup } from '../../popups/release-popup.ts';
import { leavePopup, reportPopup } from '../../popups/report-popup.ts';
import { watchPopup } from '../../popups/watch-popup.ts';

type Answer<Reply> = (context: RequestContext, claim: SessionKeyClaim) => Promise<Reply>;
type Routes = 'open' | 'watch' | 'release' | 'attend' | 'report' | 'leave';

/** The endpoints of a window, for the page that opened it (`open`, `watch`, `release`) and for the window itself. */
export function popupRoutes(services: PopupServices): Record<Routes, Handler<AppEnvironment>> {
  const answering = (answer: Answer<object>) => async (context: RequestContext) => {
    const claim = claimedSession(services.vault, bearerOf(context.req.raw));
    return dataReply(context, await answer(context, claim));
  };
  const acknowledging = (act: Answer<void>) =>
    answering(async (...given) => {
      await act(...given);
      return {};
    });
  return {
    open: answering(async (context, claim) => {
      const { publicUrl } = context.get('ownAddress');
      const { look } = await bodyOf(context, popupRequestSchema);
      return openPopup({ ...services, publicUrl }, claim, look);
    }),
    watch: answering((context, claim) => watchPopup(services, claim, pollQuery(context))),
    release: acknowledging((_context, claim) => releasePopup(services, claim)),
    attend: answering((context, claim) => attendPopup(services, claim, pollQuery(context))),
    report: acknowledging(async (context, claim) =>
      reportPopup(services, claim, await bodyOf(context, popupReportSchema)),
    ),
    leave: acknowledging(async (context, claim) =>
      leavePopup(services, claim, await bodyOf(context, popupLeaveSchema)),
    ),
  };
}

async function bodyOf<Schema extends z.ZodType>(
  context: RequestContext,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return parseBody(schema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
}
