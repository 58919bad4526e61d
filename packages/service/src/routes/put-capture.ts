import { captureLimits } from '@vendor/contract';
import type { Handler } from 'hono';
import { claimedSession } from '../executions/authorize-session.ts';
import type { ExecutionServices } from '../executions/execution-services.ts';
import { admitCapture, storeCapture } from '../executions/store-capture.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { bearerOf } from '../http/bearer.ts';
import { verifyContentDigest } from '../http/content-digest.ts';
import { dataReply } from '../http/data-reply.ts';
import { readBody } from '../http/read-body.ts';
import { createUploadBudget } from '../http/upload-budget.ts';
import { refuseBody } from '../refusal.ts';
import { captureTargetOf } from './step-attempt.ts';

const imageTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/**
 * Room for two dozen of the largest pictures, or a hundred ordinary ones; for a session both sides of a card, twice. Fewer
 * than the threads that make pictures anew let wait, so that a crowd is told to come again and none meets a full queue.
 */
const budgetOptions = { bytes: 24 * captureLimits.imageBytes, perSession: 4, uploads: 100 };

/** `PUT client/steps/{stepId}/attempts/{n}/captures/{slot}`: stores one picture of the attempt at hand. */
export function putCapture(services: ExecutionServices): Handler<AppEnvironment> {
  const budget = createUploadBudget(budgetOptions);
  return async (context) => {
    const claim = claimedSession(services.vault, bearerOf(context.req.raw));
    const target = captureTargetOf(context);
    // Asked before the bytes are read: what will be refused shall cost nobody an upload.
    await admitCapture(services, claim, target);
    const isOver = budget.take(claim.executionId, lengthOf(context.req.raw));
    try {
      const bytes = await readBody(context.req.raw, captureLimits.imageBytes);
      verifyContentDigest(context.req.header('content-digest') ?? null, bytes);
      await requireImage(bytes);
      return dataReply(context, await storeCapture(services, claim, target, bytes));
    } finally {
      isOver();
    }
  };
}

/** How long the body says it is; as long as it may be when it says nothing. */
function lengthOf(request: Request): number {
  const length = request.headers.get('content-length');
  return length === null ? captureLimits.imageBytes : Math.min(Number(length), captureLimits.imageBytes);
}

/** Goes by what the bytes show; what the request calls them counts for nothing. @throws {Refusal} UNSUPPORTED_MEDIA_TYPE. */
async function requireImage(bytes: Uint8Array): Promise<void> {
  // Loaded with the first picture: the service shall answer before.
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!type || !imageTypes.has(type.mime)) {
    throw refuseBody('UNSUPPORTED_MEDIA_TYPE', 'must be a JPEG, PNG or WebP image');
  }
}
