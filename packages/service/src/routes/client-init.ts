import { clientInitRequestSchema } from '@vendor/contract';
import type { Handler } from 'hono';
import type { ExecutionServices } from '../executions/execution-services.ts';
import { initClient, knownToken } from '../executions/init-client.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { bearerOf } from '../http/bearer.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { dataReply } from '../http/data-reply.ts';
import { readJson } from '../http/json-body.ts';
import { parseBody } from '../http/parse-body.ts';
import { platformOf } from '../http/platform-of.ts';
import { claimPopup, isKnownTicket } from '../popups/claim-popup.ts';
import type { PopupServices } from '../popups/popup-services.ts';

/** `POST client/init`: exchanges the session token, or the ticket of a window, for a session key and the first state. */
export function clientInit(
  services: ExecutionServices & PopupServices,
  addressOf: ClientAddress,
): Handler<AppEnvironment> {
  return async (context) => {
    const bearer = bearerOf(context.req.raw);
    const ticket = bearer !== null && (await isKnownTicket(services, bearer)) ? bearer : null;
    const secret = ticket ?? (await knownToken(services, bearer));
    const body = parseBody(clientInitRequestSchema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
    const origin = { ip: addressOf(context), platform: platformOf(context.req.header('user-agent') ?? '') };
    const start = ticket === null ? initClient : claimPopup;
    return dataReply(context, await start(services, secret, body, origin));
  };
}
