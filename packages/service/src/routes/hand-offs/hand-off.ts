import {
  handOffInvitationSchema,
  handOffOfferSchema,
  handOffRequestSchema,
  handOffReturnSchema,
  handOffVisitSchema,
} from '@vendor/contract';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import { inviteToHandOff, isKnownHandOff } from '../../hand-offs/claim-hand-off.ts';
import type { HandOffServices } from '../../hand-offs/hand-off-services.ts';
import { offerHandOff } from '../../hand-offs/offer-hand-off.ts';
import { takeBackHandOff } from '../../hand-offs/take-back-hand-off.ts';
import { bearerOf } from '../../http/bearer.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import { callerOfSecret, type RateLimits } from '../../http/limits/rate-limit.ts';
import { platformOf } from '../../http/platform-of.ts';
import { bodyProblems } from '../../openapi/operation.ts';
import { refuseCredential } from '../../refusal.ts';
import type { ApiRoute } from '../api-route.ts';
import { sessionProblems } from '../client-operation.ts';

/**
 * Creates the routes of a hand-off: offer and take-back for the page, and the invitation for the phone before it claims the
 * flow.
 */
export function handOffRoutes(services: HandOffServices, limits: RateLimits): readonly ApiRoute[] {
  return [
    {
      operation: {
        id: 'offer-handoff',
        method: 'post',
        path: '/client/handoff',
        summary:
          'Returns the address at which a phone continues, with a secret that can be used once within ten minutes. Invalidates the previous secret.',
        authorization: 'sessionKey',
        body: handOffRequestSchema,
        reply: handOffOfferSchema,
        problems: [...sessionProblems, ...bodyProblems, 'HANDOFF_NOT_POSSIBLE'],
      },
      async answer(context) {
        const claim = claimedSession(services.vault, bearerOf(context.req.raw));
        const body = parseBody(handOffRequestSchema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
        const { publicUrl } = context.get('ownAddress');
        return dataReply(context, await offerHandOff({ ...services, publicUrl }, claim, body.look));
      },
    },
    {
      operation: {
        id: 'look-at-handoff',
        method: 'post',
        path: '/client/handoff/invitation',
        summary:
          'Returns what a phone shows before its user agrees to continue there. Does not use up the secret.',
        authorization: 'handOffSecret',
        body: handOffVisitSchema,
        reply: handOffInvitationSchema,
        problems: [...sessionProblems, ...bodyProblems, 'TICKET_EXPIRED', 'TICKET_USED', 'SESSION_RELEASED'],
      },
      async answer(context) {
        const secret = bearerOf(context.req.raw);
        if (secret === null || !(await isKnownHandOff(services, secret)))
          throw refuseCredential('a valid secret');
        limits.countSession(context, callerOfSecret(secret));
        const body = parseBody(handOffVisitSchema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
        return dataReply(context, await inviteToHandOff(services, secret, body));
      },
    },
    {
      operation: {
        id: 'take-back-handoff',
        method: 'post',
        path: '/client/handoff/take-back',
        summary:
          'Continues the flow in the page that handed it off. Invalidates the secret and ends the session of the phone.',
        authorization: 'sessionKey',
        reply: handOffReturnSchema,
        problems: sessionProblems,
      },
      async answer(context) {
        const claim = claimedSession(services.vault, bearerOf(context.req.raw));
        const platform = platformOf(context.req.header('user-agent') ?? '');
        return dataReply(context, await takeBackHandOff(services, claim, platform));
      },
    },
  ];
}
