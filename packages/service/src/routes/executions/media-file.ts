import type { Handler } from 'hono';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { readMedia } from '../../executions/reads/read-media.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import { mediaReply } from '../../http/media-reply.ts';

/** `GET media/{captureId}`: what a signed link of `capturedMedia` leads to. The link is the only authorization. */
export function mediaFile(services: ExecutionServices, addressOf: ClientAddress): Handler<AppEnvironment> {
  return async (context) => {
    const link = {
      captureId: context.req.param('captureId') ?? '',
      expires: context.req.query('expires') ?? '',
      signature: context.req.query('signature') ?? '',
    };
    const file = await readMedia(services, link, addressOf(context));
    return mediaReply(context.req.raw, file, 'cross-origin');
  };
}
