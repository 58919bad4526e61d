import { createHash } from 'node:crypto';
import { captureLimits, captureResponseSchema } from '@vendor/contract';
import { z } from 'zod';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { claimedSession } from '../../executions/session/authorize-session.ts';
import { createCaptureCounts } from '../../executions/steps/capture-counts.ts';
import type { CaptureMedium } from '../../executions/steps/capture-slots.ts';
import { createInOrder } from '../../executions/steps/in-order.ts';
import { admitCapture, storeCapture } from '../../executions/steps/store-capture.ts';
import { bearerOf } from '../../http/bearer.ts';
import { namedDigest, verifyContentDigest } from '../../http/bodies/content-digest.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import { dataReply } from '../../http/data-reply.ts';
import { limitedNetwork } from '../../http/limits/limited-network.ts';
import { oneOf, readQuery } from '../../http/query.ts';
import { readUpload } from '../../http/uploads/read-upload.ts';
import { createUploadBudget } from '../../http/uploads/upload-budget.ts';
import { readCheckedUpload } from '../../media/upload-check.ts';
import { mediaTypes, type Operation } from '../../openapi/operation.ts';
import { refuseBody } from '../../refusal.ts';
import type { ApiRoute } from '../api-route.ts';
import { sessionProblems } from '../client-operation.ts';
import { captureTargetOf } from './step-attempt.ts';

const operation: Operation = {
  id: 'put-capture',
  method: 'put',
  path: '/client/steps/{stepId}/attempts/{attempt}/captures/{slot}',
  summary:
    'Stores one image, PDF or selfie video of the current attempt, replacing the previous one in its slot. Verifies a Content-Digest if one is sent.',
  authorization: 'sessionKey',
  headers: { 'content-digest': z.string().optional().describe('sha-256=:<base64>: (RFC 9530).') },
  query: {
    camera: z
      .literal('virtual')
      .optional()
      .describe(
        'Set for a selfie if the name of the camera that took the picture is typical of virtual cameras.',
      ),
  },
  body: mediaTypes,
  reply: captureResponseSchema,
  problems: [
    ...sessionProblems,
    'INVALID_PARAMETER',
    'NOT_FOUND',
    'STEP_NOT_AWAITED',
    'CAPTURE_SEALED',
    'CAPTURE_LIMIT_REACHED',
    'DIGEST_MISMATCH',
    'UPLOAD_TOO_SLOW',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
  ],
};

interface AcceptedTypes {
  readonly types: ReadonlySet<string>;
  readonly words: string;
}

const images = ['image/jpeg', 'image/png', 'image/webp'];
const acceptedTypes: Readonly<Record<CaptureMedium, AcceptedTypes>> = {
  image: { types: new Set(images), words: 'JPEG, PNG or WebP image' },
  pdf: { types: new Set(['application/pdf']), words: 'PDF' },
  file: { types: new Set([...images, 'application/pdf']), words: 'JPEG, PNG or WebP image, or a PDF' },
  video: { types: new Set(['video/webm', 'video/mp4']), words: 'WebM or MP4 video' },
};

/**
 * Limits of uploads in memory. In total, the bytes suffice for two dozen of the largest pictures or a hundred ordinary ones;
 * per session, for ordinary pictures of both sides of a card, each uploaded twice, or for the largest video. There may be fewer
 * complete uploads than places in the queue of the threads that re-encode pictures, so that under load an upload is refused,
 * to be sent again, before the queue is full. An upload in transfer costs only its received bytes, at least one block, so there
 * may be more of these.
 */
const budgetOptions = {
  bytes: 24 * captureLimits.imageBytes,
  bytesPerSession: captureLimits.videoBytes,
  incoming: 400,
  whole: 100,
  perSession: 4,
  accountShare: 0.75,
};

/** `PUT client/steps/{stepId}/attempts/{n}/captures/{slot}`: stores a picture or the video of the current attempt. */
export function putCapture(services: ExecutionServices, addressOf: ClientAddress): ApiRoute {
  const budget = createUploadBudget(budgetOptions, services.elapsed);
  const counts = createCaptureCounts();
  const inOrder = createInOrder();
  return {
    operation,
    async answer(context) {
      await readCheckedUpload(context.req.raw, services.vault);
      const claim = claimedSession(services.vault, bearerOf(context.req.raw));
      const { camera } = readQuery(context, { camera: oneOf(['virtual']) });
      const target = { ...captureTargetOf(context), isVirtual: camera === 'virtual' };
      // Checked before the bytes are read, so that nobody uploads a file that will be refused.
      const { medium, accountId, follows } = await admitCapture(services, claim, target);
      const limitBytes = medium === 'video' ? captureLimits.videoBytes : captureLimits.imageBytes;
      const { executionId } = claim;
      const slot = `${target.stepId}/${target.attempt}/${target.slot}`;
      const contentDigest = context.req.header('content-digest') ?? null;
      counts.admit(executionId, slot, namedDigest(contentDigest));
      const address = addressOf(context);
      const network = address && limitedNetwork(address);
      const upload = budget.take({
        session: executionId,
        account: accountId,
        address: network,
      });
      try {
        const bytes = await readUpload(context.req.raw, limitBytes, upload, services.elapsed);
        upload.complete();
        verifyContentDigest(contentDigest, bytes);
        await requireType(bytes, acceptedTypes[medium]);
        const receivedAt = await services.store.timeOfArrival();
        const arrival = { ...target, follows, receivedAt, address: network };
        const digest = createHash('sha256').update(bytes).digest('base64');
        const store = () =>
          counts.store(executionId, slot, digest, () => storeCapture(services, claim, arrival, bytes));
        return dataReply(context, await inOrder(`${executionId}/${target.slot}`, store));
      } finally {
        upload.end();
      }
    },
  };
}

/**
 * Determines the type from the bytes, ignoring the declared type.
 *
 * @throws {Refusal} UNSUPPORTED_MEDIA_TYPE.
 */
async function requireType(bytes: Uint8Array, { types, words }: AcceptedTypes): Promise<void> {
  // Loaded with the first picture, because the service must start fast.
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!type || !types.has(type.mime)) {
    throw refuseBody('UNSUPPORTED_MEDIA_TYPE', `must be a ${words}`);
  }
}
