import { handOffRequestSchema, handOffVisitSchema } from '@vendor/contract';
import type { Handler } from 'hono';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import { inviteToHandOff, isKnownHandOff } from '../../hand-offs/claim-hand-off.ts';
import type { HandOffServices } from '../../hand-offs/hand-off-services.ts';
import { offerHandOff } from '../../hand-offs/offer-hand-off.ts';
import { takeBackHandOff } from '../../hand-offs/take-back-hand-off.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';
import { bearerOf } from '../../http/bearer.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import { dataReply } from '../../http/data-reply.ts';
import { callerOfSecret, type RateLimits } from '../../http/limits/rate-limit.ts';
import { platformOf } from '../../http/platform-of.ts';
import { refuseCredential } from '../../refusal.ts';

type Routes = 'offer' | 'invitation' | 'takeBack';

/** The endpoints of a hand-off: for the page that hands over (`offer`, `takeBack`) and for the phone before it claims. */
export function handOffRoutes(
  services: HandOffServices,
  limits: RateLimits,
): Record<Routes, Handler<AppEnvironment>> {
  return {
    async offer(context) {
      const claim = claimedSession(services.vault, bearerOf(context.req.raw));
      const body = parseBody(handOffRequestSchema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
      const { publicUrl } = context.get('ownAddress');
      return dataReply(context, await offerHandOff({ ...services, publicUrl }, claim, body.look));
    },
    async invitation(context) {
      const secret = bearerOf(context.req.raw);
      if (secret === null || !(await isKnownHandOff(services, secret)))
        throw refuseCredential('a valid secret');
      limits.countSession(context, callerOfSecret(secret));
      const body = parseBody(handOffVisitSchema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
      return dataReply(context, await inviteToHandOff(services, secret, body));
    },
    async takeBack(context) {
      const claim = claimedSession(services.vault, bearerOf(context.req.raw));
      const platform = platformOf(context.req.header('user-agent') ?? '');
      return dataReply(context, await takeBackHandOff(services, claim, platform));
    },
  };
}
