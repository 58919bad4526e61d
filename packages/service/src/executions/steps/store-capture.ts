import { createHash, randomUUID } from 'node:crypto';
import type { CardReading } from '@vendor/checks';
import { type CaptureResponse, type CaptureSlot, captureLimits } from '@vendor/contract';
import { frameSlots, videoSlot } from '../../check-kinds/frame-slots.ts';
import { kindOf } from '../../check-kinds/registry.ts';
import { BudgetSpentError } from '../../evaluations/decoders/decoder-pool.ts';
import type { CleanPicture, PictureCleaner } from '../../evaluations/evaluator.ts';
import type { TaskOwner } from '../../evaluations/fair-queue.ts';
import { PoolFullError } from '../../evaluations/worker-pool.ts';
import { createMediaRef } from '../../media/media-ref.ts';
import { Refusal, refuseBody } from '../../refusal.ts';
import type { WorkflowDefinition } from '../../workflows/definition.ts';
import type { CaptureNode } from '../../workflows/node.ts';
import type { ExecutionServices } from '../execution-services.ts';
import { dataKeyOf, sealContext, sealJson } from '../sealed-data.ts';
import { executionOfSession } from '../session/authorize-session.ts';
import type { SessionKeyClaim } from '../session/session-key.ts';
import type { StoredCaptureRow, StoredExecution } from '../stored-execution.ts';
import { awaitedNode, type StepAttempt } from './awaited-step.ts';
import {
  type CaptureMedium,
  capturesOfAttempt,
  invalidatedCaptures,
  precedingFrames,
  requireSameTake,
  requireSlot,
  takesFiles,
} from './capture-slots.ts';
import { toStoredFile } from './kept-file.ts';
import { rowFollowsWithinMs } from './remove-orphans.ts';

type Services = Pick<
  ExecutionServices,
  'store' | 'vault' | 'media' | 'pictures' | 'cards' | 'clock' | 'watch'
>;

/** The slot of an attempt in which a capture is stored. */
export interface CaptureTarget extends StepAttempt {
  readonly slot: CaptureSlot;
}

/** Facts about a capture that are known before its bytes are read. */
interface Admission {
  /** Medium that the slot accepts. */
  readonly medium: CaptureMedium;
  readonly accountId: string;
  /** Ids of the key frames that precede it. */
  readonly follows: readonly string[];
}

/** A capture as uploaded. */
interface CaptureArrival extends CaptureTarget, Pick<Admission, 'follows'> {
  /** True for a key frame of a selfie if the page reports that its camera appears to be a virtual one. */
  readonly isVirtual: boolean;
  /** Time of arrival in ms since 1970. */
  readonly receivedAt: number;
  /** Address of the client, or the network that shares its limits; null if unknown. */
  readonly address: string | null;
}

/** Placeholder stored for a file that is not a picture, or a card whose number was not found. Never displayed. */
const emptyPicture = { bytes: new Uint8Array(), contentType: 'application/octet-stream' };

/**
 * Checks whether a capture would be accepted, before its bytes are read.
 *
 * @throws {Refusal} if it would be refused.
 */
export async function admitCapture(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  claim: SessionKeyClaim,
  target: CaptureTarget,
): Promise<Admission> {
  const execution = await executionOfSession(store, claim, clock);
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  const stored = await store.capturesOf(execution.id);
  const node = requireTarget(execution, definition, target, stored);
  return {
    medium: kindOf(node).mediumOf(node, target.slot),
    accountId: execution.accountId,
    follows: precedingFrames(target.slot, capturesOfAttempt(stored, target)).map(({ id }) => id),
  };
}

/**
 * Stores a picture in its slot, replacing the previous one. When this resolves, the picture is on disk, encrypted, and contains
 * nothing of the uploaded file but the visible image. Storing the same bytes again changes nothing.
 *
 * A new key frame of a selfie removes the later frames and, if it replaces a frame, also the video. Captures that follow a
 * removed frame and are still being uploaded are refused. The caller must store the captures of one slot one after the other,
 * because an abandoned or repeated upload may still be in progress. If another instance stored a capture in the meantime that
 * arrived later, that one stays, and this call returns as if its own capture had been stored first and replaced.
 *
 * @param file - as uploaded; a submission names it by its digest.
 * @throws {Refusal} CAPTURE_SEALED or STEP_NOT_AWAITED; RATE_LIMITED if too many uploads wait, or the session used up its CPU
 *   time.
 */
export async function storeCapture(
  services: Services,
  claim: SessionKeyClaim,
  { isVirtual, receivedAt, follows, address, ...target }: CaptureArrival,
  file: Uint8Array,
): Promise<CaptureResponse> {
  const { store, media, vault, clock, watch } = services;
  const execution = await executionOfSession(store, claim, clock);
  const digest = createHash('sha256').update(file).digest('base64url');
  const reply = { slot: target.slot, digest, sizeBytes: file.byteLength };
  const key = dataKeyOf(vault, execution);
  if (!key) throw new Refusal('STEP_NOT_AWAITED', 'The data of this execution was purged.');

  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  const known = await store.capturesOf(execution.id);
  requireTarget(execution, definition, target, known);
  requireSameTake(follows, capturesOfAttempt(known, target));
  if (captureInSlot(known, target)?.digest === digest) return reply;
  const { picture: kept, reading: read } = await decodeCapture(
    services,
    { accountId: execution.accountId, address, sessionId: execution.id },
    target.slot,
    file,
  );
  const isFrame = frameSlots(execution.walk).includes(target.slot);
  const reading = isFrame && isVirtual ? virtualCameraReading : read;
  const id = randomUUID();
  const mediaRef = createMediaRef();
  const putAt = clock.now();
  // Stores the bytes first: a row must never reference bytes that a crash may have lost.
  await media.put(mediaRef, kept.bytes, key);
  const replaced = await store
    .transact({ execution: claim.executionId }, async (transaction) => {
      const current = await executionOfSession(transaction, claim, clock);
      const stored = await transaction.capturesOf(current.id);
      requireTarget(current, definition, target, stored);
      const ofAttempt = capturesOfAttempt(stored, target);
      requireSameTake(follows, ofAttempt);
      if (clock.now() - putAt > rowFollowsWithinMs) throw new Error('Storing the capture took too long.');
      const before = captureInSlot(stored, target);
      const isChanged = before !== undefined && before.id !== captureInSlot(known, target)?.id;
      if (isChanged && before.receivedAt > receivedAt) return null;
      const invalidated = invalidatedCaptures(target.slot, ofAttempt);
      await transaction.removeCaptures(invalidated.map(({ id }) => id));
      await transaction.putCapture({
        id,
        executionId: current.id,
        nodeId: target.stepId,
        attempt: target.attempt,
        slot: target.slot,
        digest,
        contentType: kept.contentType,
        sizeBytes: file.byteLength,
        mediaRef,
        receivedAt,
        sealedAt: null,
        documentType: null,
        sealedReading: reading && sealJson(key, reading, sealContext.reading(id)),
        createdAt: clock.now(),
      });
      const check = (await transaction.checksOf(current.id)).find(({ nodeId }) => nodeId === target.stepId);
      // The check gets the platform of the device that takes the pictures, even if another device began the step or submits it.
      if (check) await transaction.updateCheck(check.id, { platform: current.platform });
      await transaction.update(current.id, { seq: current.seq + 1 });
      return before ? [before, ...invalidated] : invalidated;
    })
    .catch(async (error: unknown) => {
      await media.delete(mediaRef);
      throw error;
    });
  if (replaced === null) {
    await media.delete(mediaRef);
    return reply;
  }
  watch.notify(execution.id);
  for (const gone of replaced) await media.delete(gone.mediaRef);
  return reply;
}

/** Stored with a key frame whose camera appears to be a virtual one. */
const virtualCameraReading = { virtualCamera: true };

/** Parts of an upload that may be stored. */
interface StorableCapture {
  readonly picture: CleanPicture;
  /** Data read from a payment card; null for other captures. */
  readonly reading: CardReading | null;
}

/** Decodes an uploaded file. @throws {Refusal} RATE_LIMITED if too many uploads wait, or the session used up its CPU time. */
async function decodeCapture(
  { pictures, cards }: Services,
  owner: TaskOwner,
  slot: CaptureSlot,
  file: Uint8Array,
): Promise<StorableCapture> {
  try {
    if (slot === videoSlot) return { picture: await cleanVideo(pictures, file, owner), reading: null };
    // The number of a card must never be on disk: it is read here, and the stored picture no longer shows it.
    if (slot === 'card-front' || slot === 'card-back') {
      const side = slot === 'card-front' ? 'front' : 'back';
      const { picture, reading } = await cards.readCard(file, side, owner);
      return { picture: picture ?? emptyPicture, reading };
    }
    // Of an unusable file only the reason is stored, and of a file that is not a picture nothing. The check informs the user.
    const picture = takesFiles(slot)
      ? toStoredFile(await pictures.cleanFile(file, owner))
      : ((await pictures.cleanPicture(file, owner)) ?? emptyPicture);
    return { picture, reading: null };
  } catch (error) {
    if (error instanceof PoolFullError)
      throw new Refusal('RATE_LIMITED', 'Too many uploads are waiting. Try again in a moment.', [], {
        limit: 'decoder-queue',
      });
    if (error instanceof BudgetSpentError)
      throw new Refusal(
        'RATE_LIMITED',
        'The uploads of this session took too much computing time. Try again later.',
        [],
        {
          retryAfterSeconds: error.retryAfterSeconds,
          limit: 'decoder-cpu',
        },
      );
    throw error;
  }
}

/**
 * Cleans a video. An unusable video is refused at once, because no later step depends on it. @throws {Refusal}
 * UNSUPPORTED_MEDIA_TYPE.
 */
async function cleanVideo(
  pictures: PictureCleaner,
  file: Uint8Array,
  owner: TaskOwner,
): Promise<CleanPicture> {
  const cleaning = await pictures.cleanVideo(file, owner);
  if (cleaning.kind === 'clean') return cleaning;
  throw refuseBody(
    'UNSUPPORTED_MEDIA_TYPE',
    cleaning.refusal === 'TOO_LONG'
      ? `must last at most ${captureLimits.videoSeconds} seconds`
      : 'must be WebM (VP8 or VP9) or MP4 (H.264) video',
  );
}

function requireTarget(
  execution: StoredExecution,
  definition: WorkflowDefinition,
  target: CaptureTarget,
  stored: readonly StoredCaptureRow[],
): CaptureNode {
  const ofAttempt = capturesOfAttempt(stored, target);
  const node = awaitedNode(execution, definition, target, ofAttempt);
  requireSlot(node, execution.walk, target.slot, ofAttempt);
  return node;
}

function captureInSlot(captures: readonly StoredCaptureRow[], target: CaptureTarget) {
  return capturesOfAttempt(captures, target).find((capture) => capture.slot === target.slot);
}
