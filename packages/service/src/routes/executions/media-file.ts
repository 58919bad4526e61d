import { z } from 'zod';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { readMedia } from '../../executions/reads/read-media.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import { mediaReply } from '../../http/media-reply.ts';
import { mediaTypes, type Operation } from '../../openapi/operation.ts';
import type { ApiRoute } from '../api-route.ts';

const operation: Operation = {
  id: 'read-media',
  method: 'get',
  path: '/media/{captureId}',
  summary: 'Returns the media behind a link of capturedMedia, for 15 minutes.',
  authorization: 'signedLink',
  query: {
    expires: z.string().describe('Copied from the link.'),
    signature: z.string().describe('Copied from the link.'),
  },
  headers: {
    range: z.string().optional().describe('One range of bytes (RFC 9110). Anything else returns all bytes.'),
  },
  reply: mediaTypes,
  hasRanges: true,
  problems: ['NOT_FOUND'],
};

/** `GET media/{captureId}`: target of the signed links in `capturedMedia`. The link is the only authorization. */
export function mediaFile(services: ExecutionServices, addressOf: ClientAddress): ApiRoute {
  return {
    operation,
    async answer(context) {
      const link = {
        captureId: context.req.param('captureId') ?? '',
        expires: context.req.query('expires') ?? '',
        signature: context.req.query('signature') ?? '',
      };
      const file = await readMedia(services, link, addressOf(context));
      return mediaReply(context.req.raw, file, 'cross-origin');
    },
  };
}
