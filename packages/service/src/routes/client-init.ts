import { clientInitRequestSchema } from '@vendor/contract';
import type { Handler } from 'hono';
import type { ExecutionServices } from '../executions/execution-services.ts';
import { knownToken } from '../executions/init-client.ts';
import { claimHandOff, isKnownHandOff } from '../hand-offs/claim-hand-off.ts';
import type { HandOffServices } from '../hand-offs/hand-off-services.ts';
import { initPage } from '../hand-offs/init-page.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { bearerOf } from '../http/bearer.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { dataReply } from '../http/data-reply.ts';
import { readJson } from '../http/json-body.ts';
import { parseBody } from '../http/parse-body.ts';
import { platformOf } from '../http/platform-of.ts';
import { claimPopup, isKnownTicket } from '../popups/claim-popup.ts';
import type { PopupServices } from '../popups/popup-services.ts';

/**
 * `POST client/init`: exchanges the session token, the ticket of a window, or the secret of a hand-off, for a session key and the
 * first state.
 */
export function clientInit(
  services: ExecutionServices & PopupServices & HandOffServices,
  addressOf: ClientAddress,
): Handler<AppEnvironment> {
  return async (context) => {
    const bearer = bearerOf(context.req.raw);
    const start = await startFor(services, bearer);
    const secret = start === initPage ? await knownToken(services, bearer) : (bearer as string);
    const body = parseBody(clientInitRequestSchema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
    const origin = { ip: addressOf(context), platform: platformOf(context.req.header('user-agent') ?? '') };
    return dataReply(context, await start(services, secret, body, origin));
  };
}

/** What a bearer is exchanged by. Whatever is neither ticket nor secret counts as a token, and is refused if it is none. */
async function startFor(services: PopupServices & HandOffServices, bearer: string | null) {
  if (bearer !== null && (await isKnownTicket(services, bearer))) return claimPopup;
  if (bearer !== null && (await isKnownHandOff(services, bearer))) return claimHandOff;
  return initPage;
}
