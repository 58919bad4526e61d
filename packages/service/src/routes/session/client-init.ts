import {
  clientInitRequestSchema,
  clientInitResponseSchema,
  handOffClaimResponseSchema,
  popupClaimResponseSchema,
} from '@vendor/contract';
import { z } from 'zod';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { requireKnownToken } from '../../executions/session/init-client.ts';
import { claimHandOff, isKnownHandOff } from '../../hand-offs/claim-hand-off.ts';
import type { HandOffServices } from '../../hand-offs/hand-off-services.ts';
import { initPage } from '../../hand-offs/init-page.ts';
import { bearerOf } from '../../http/bearer.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import { dataReply } from '../../http/data-reply.ts';
import { callerOfSecret, type RateLimits } from '../../http/limits/rate-limit.ts';
import { platformOf } from '../../http/platform-of.ts';
import { bodyProblems, type Operation } from '../../openapi/operation.ts';
import { claimPopup, isKnownTicket } from '../../popups/claim-popup.ts';
import type { PopupServices } from '../../popups/popup-services.ts';
import { Refusal } from '../../refusal.ts';
import type { ApiRoute } from '../api-route.ts';
import { sessionProblems } from '../client-operation.ts';

const operation: Operation = {
  id: 'client-init',
  method: 'post',
  path: '/client/init',
  summary:
    'Exchanges the session token, a popup ticket or the secret of a hand-off for a session key and the first state.',
  description:
    'To avoid a CORS preflight, a page sends the secret as `token` in a body of type `text/plain`, without custom headers. `Authorization: Bearer` with a body of type `application/json` is also accepted.',
  authorization: 'sessionToken',
  body: clientInitRequestSchema,
  reply: z.union([popupClaimResponseSchema, handOffClaimResponseSchema, clientInitResponseSchema]),
  problems: [...sessionProblems, ...bodyProblems, 'TICKET_EXPIRED', 'TICKET_USED', 'SESSION_RELEASED'],
};

/**
 * `POST client/init`: exchanges a session token, the ticket of a popup, or the secret of a hand-off for a session key and the
 * first state. The secret is in the body or a bearer token.
 */
export function clientInit(
  services: ExecutionServices & PopupServices & HandOffServices,
  addressOf: ClientAddress,
  limits: RateLimits,
): ApiRoute {
  return {
    operation,
    async answer(context) {
      const bearer = bearerOf(context.req.raw);
      const body = bearer === null ? await readWithToken(context.req.raw) : null;
      const secret = bearer ?? tokenIn(body);
      if (secret !== null) limits.refuseExhausted(context, callerOfSecret(secret));
      const start = await startFor(services, secret);
      const known = start === initPage ? await requireKnownToken(services, secret) : (secret as string);
      limits.countSession(context, callerOfSecret(known));
      const request = parseBody(
        clientInitRequestSchema,
        body ?? (await readJson(context.req.raw, 'INVALID_REQUEST_BODY')),
      );
      const origin = { ip: addressOf(context), platform: platformOf(context.req.header('user-agent') ?? '') };
      return dataReply(context, await start(services, known, request, origin));
    },
  };
}

/**
 * Limits of the body. A start takes less than a kilobyte, so a caller without a verified secret gets little memory, for a short
 * time.
 */
const bodyLimits = { types: ['text/plain', 'application/json'], bytes: 8 * 1024, withinMs: 10_000 };

/** Reads the body of a page's request. Null if it is unreadable, so that the caller is refused for a missing token. */
async function readWithToken(request: Request): Promise<unknown> {
  return readJson(request, 'INVALID_REQUEST_BODY', bodyLimits).catch((error) => {
    // Rethrows UPLOAD_TOO_SLOW, so that a user with a slow network is not refused for a missing token: the page retries.
    if (error instanceof Refusal && error.code !== 'UPLOAD_TOO_SLOW') return null;
    throw error;
  });
}

function tokenIn(body: unknown): string | null {
  const token: unknown = Object(body).token;
  return typeof token === 'string' ? token : null;
}

/**
 * Selects the exchange for a secret. A secret that is neither a popup ticket nor of a hand-off is treated as a session token.
 */
async function startFor(services: PopupServices & HandOffServices, secret: string | null) {
  if (secret !== null && (await isKnownTicket(services, secret))) return claimPopup;
  if (secret !== null && (await isKnownHandOff(services, secret))) return claimHandOff;
  return initPage;
}
