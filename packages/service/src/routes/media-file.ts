import type { Handler } from 'hono';
import type { ExecutionServices } from '../executions/execution-services.ts';
import { readMedia } from '../executions/read-media.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { byteRangeOf } from '../http/byte-range.ts';
import type { ClientAddress } from '../http/client-address.ts';

/** `GET media/{captureId}`: what a signed link of `capturedMedia` leads to. The link is the only authorization. */
export function mediaFile(services: ExecutionServices, addressOf: ClientAddress): Handler<AppEnvironment> {
  return async (context) => {
    const link = {
      captureId: context.req.param('captureId') ?? '',
      expires: context.req.query('expires') ?? '',
      signature: context.req.query('signature') ?? '',
    };
    const { bytes, contentType } = await readMedia(services, link, addressOf(context));
    const range = byteRangeOf(context.req.raw, bytes.byteLength);
    const body = range ? bytes.subarray(range.first, range.last + 1) : bytes;
    return new Response(new Uint8Array(body), {
      status: range ? 206 : 200,
      headers: {
        'content-type': contentType,
        'accept-ranges': 'bytes',
        // Also for who asks for the head alone.
        'content-length': String(body.byteLength),
        ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${bytes.byteLength}` }),
        'cache-control': 'private, no-store',
        // A PDF is opened by a program with more to attack than a picture, and not within this page.
        'content-disposition': contentType === 'application/pdf' ? 'attachment' : 'inline',
        // Whoever opens a captured file in a tab must not run anything that hides in it.
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      },
    });
  };
}
