import { createHash, randomUUID } from 'node:crypto';
import type { CaptureResponse, CaptureSlot } from '@vendor/contract';
import { createMediaRef } from '../media/media-ref.ts';
import { Refusal, refuseParameter } from '../refusal.ts';
import type { WorkflowDefinition } from '../workflows/definition.ts';
import { executionOfSession } from './authorize-session.ts';
import { awaitedNode, type StepAttempt } from './awaited-step.ts';
import type { ExecutionServices } from './execution-services.ts';
import { rowFollowsWithinMs } from './remove-orphans.ts';
import { dataKeyOf } from './sealed-data.ts';
import type { SessionKeyClaim } from './session-key.ts';
import type { StoredCaptureRow, StoredExecution } from './stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'media' | 'pictures' | 'clock' | 'watch'>;

/** The slot of an attempt that a picture goes to. */
export interface CaptureTarget extends StepAttempt {
  readonly slot: CaptureSlot;
}

/** What is kept of a file that is no picture: the check asks for another, and nobody else is shown it. */
const nothing = { bytes: new Uint8Array(), contentType: 'application/octet-stream' };

/** @throws {Refusal} when a capture would be refused, asked before its bytes are read. */
export async function admitCapture(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  claim: SessionKeyClaim,
  target: CaptureTarget,
): Promise<void> {
  const execution = await executionOfSession(store, claim, clock);
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  requireSlot(execution, definition, target);
}

/**
 * Stores a picture in its slot, in place of the one there. It is on disk, encrypted, when this resolves, and carries nothing
 * of the file it came in but what can be seen. The same bytes again change nothing.
 *
 * @param file - as it came; its digest is what a submission names it by.
 * @throws {Refusal} CAPTURE_SEALED or STEP_NOT_AWAITED.
 */
export async function storeCapture(
  services: Services,
  claim: SessionKeyClaim,
  target: CaptureTarget,
  file: Uint8Array,
): Promise<CaptureResponse> {
  const { store, media, vault, pictures, clock, watch } = services;
  const execution = await executionOfSession(store, claim, clock);
  const digest = createHash('sha256').update(file).digest('base64url');
  const reply = { slot: target.slot, digest, sizeBytes: file.byteLength };
  const key = dataKeyOf(vault, execution);
  if (!key) throw new Refusal('STEP_NOT_AWAITED', 'The data of this execution was purged.');

  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  requireSlot(execution, definition, target);
  if (inSlot(await store.capturesOf(execution.id), target)?.digest === digest) return reply;
  const picture = (await pictures.cleanPicture(file)) ?? nothing;
  const mediaRef = createMediaRef();
  const putAt = clock.now();
  // The bytes go first: a row must never name bytes that a crash may have taken.
  await media.put(mediaRef, picture.bytes, key);
  const replaced = await store
    .transact(async (transaction) => {
      const current = await executionOfSession(transaction, claim, clock);
      requireSlot(current, definition, target);
      if (clock.now() - putAt > rowFollowsWithinMs) throw new Error('The capture was held up for too long.');
      const before = inSlot(await transaction.capturesOf(current.id), target);
      await transaction.putCapture({
        id: randomUUID(),
        executionId: current.id,
        nodeId: target.stepId,
        attempt: target.attempt,
        slot: target.slot,
        digest,
        contentType: picture.contentType,
        sizeBytes: file.byteLength,
        mediaRef,
        sealedAt: null,
        createdAt: clock.now(),
      });
      await transaction.update(current.id, { seq: current.seq + 1 });
      return before;
    })
    .catch(async (error: unknown) => {
      await media.delete(mediaRef);
      throw error;
    });
  watch.notify(execution.id);
  if (replaced) await media.delete(replaced.mediaRef);
  return reply;
}

function requireSlot(
  execution: StoredExecution,
  definition: WorkflowDefinition,
  target: CaptureTarget,
): void {
  const node = awaitedNode(execution, definition, target);
  if (!node.accepts.some((document) => document.sides.includes(target.slot))) {
    throw refuseParameter('STEP_NOT_AWAITED', 'slot', 'is a side that no document of this step has');
  }
}

function inSlot(captures: readonly StoredCaptureRow[], { stepId, attempt, slot }: CaptureTarget) {
  return captures.find((c) => c.nodeId === stepId && c.attempt === attempt && c.slot === slot);
}
