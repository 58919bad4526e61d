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
  capturesAfter,
  capturesOfAttempt,
  framesBefore,
  requireSameTake,
  requireSlot,
  takesFiles,
} from './capture-slots.ts';
import { keptFile } from './kept-file.ts';
import { rowFollowsWithinMs } from './remove-orphans.ts';

type Services = Pick<
  ExecutionServices,
  'store' | 'vault' | 'media' | 'pictures' | 'cards' | 'clock' | 'watch'
>;

/** The slot of an attempt that a picture goes to. */
export interface CaptureTarget extends StepAttempt {
  readonly slot: CaptureSlot;
}

/** Facts known of a capture before its bytes are read. */
interface Admission {
  /** Medium that it may be. */
  readonly medium: CaptureMedium;
  readonly accountId: string;
  /** Ids of the key frames that it was taken after. */
  readonly follows: readonly string[];
}

/** A capture as it is handed in. */
interface CaptureArrival extends CaptureTarget, Pick<Admission, 'follows'> {
  /** True for a key frame of a selfie if the page reports that its camera seems to be a program. */
  readonly isVirtual: boolean;
  /** When it had come, in ms since 1970. */
  readonly receivedAt: number;
  /** Address of the client, or the network that shares its limits; null: not known. */
  readonly address: string | null;
}

/** Placeholder kept for a file that is no picture, or a card whose number was not found: nobody is shown it. */
const nothing = { bytes: new Uint8Array(), contentType: 'application/octet-stream' };

/**
 * Asked before the bytes of a capture are read.
 *
 * @throws {Refusal} when it would be refused.
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
    follows: framesBefore(target.slot, capturesOfAttempt(stored, target)).map(({ id }) => id),
  };
}

/**
 * Stores a picture in its slot, in place of the one there. It is on disk, encrypted, when this resolves, and carries nothing
 * of the file it came in but what can be seen. The same bytes again change nothing. Another key frame of a selfie takes the
 * ones after it away, and in place of one also the video; those that were on their way then are refused. What comes for one
 * slot is to be stored one after the other: what was given up, or is sent again, may be at work still. One that another instance
 * stored after it had arrived later stays: this one is answered as if it had come first.
 *
 * @param file - as it came; its digest is what a submission names it by.
 * @throws {Refusal} CAPTURE_SEALED or STEP_NOT_AWAITED; RATE_LIMITED when too many uploads wait, or the session used up its CPU
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
  if (inSlot(known, target)?.digest === digest) return reply;
  const { picture: kept, reading: read } = await keptOf(
    services,
    { accountId: execution.accountId, address, sessionId: execution.id },
    target.slot,
    file,
  );
  const isFrame = frameSlots(execution.walk).includes(target.slot);
  const reading = isFrame && isVirtual ? ofVirtualCamera : read;
  const id = randomUUID();
  const mediaRef = createMediaRef();
  const putAt = clock.now();
  // The bytes go first: a row must never name bytes that a crash may have taken.
  await media.put(mediaRef, kept.bytes, key);
  const replaced = await store
    .transact({ execution: claim.executionId }, async (transaction) => {
      const current = await executionOfSession(transaction, claim, clock);
      const stored = await transaction.capturesOf(current.id);
      requireTarget(current, definition, target, stored);
      const ofAttempt = capturesOfAttempt(stored, target);
      requireSameTake(follows, ofAttempt);
      if (clock.now() - putAt > rowFollowsWithinMs) throw new Error('The capture was held up for too long.');
      const before = inSlot(stored, target);
      const isChanged = before !== undefined && before.id !== inSlot(known, target)?.id;
      if (isChanged && before.receivedAt > receivedAt) return null;
      const after = capturesAfter(target.slot, ofAttempt);
      await transaction.removeCaptures(after.map(({ id }) => id));
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
      // The device that takes the pictures counts, whichever began the step or hands them in.
      if (check) await transaction.updateCheck(check.id, { platform: current.platform });
      await transaction.update(current.id, { seq: current.seq + 1 });
      return before ? [before, ...after] : after;
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

/** Mark kept beside a key frame whose camera seems to be a program. */
const ofVirtualCamera = { virtualCamera: true };

/** Data of a file that may be kept. */
interface Kept {
  readonly picture: CleanPicture;
  /** Reading of a payment card; null for other captures. */
  readonly reading: CardReading | null;
}

/** Has a file decoded. @throws {Refusal} RATE_LIMITED when too many wait, or the session had its share. */
async function keptOf(
  { pictures, cards }: Services,
  owner: TaskOwner,
  slot: CaptureSlot,
  file: Uint8Array,
): Promise<Kept> {
  try {
    if (slot === videoSlot) return { picture: await cleanFilm(pictures, file, owner), reading: null };
    // The number of a card may be on no disk: it is read here, and what is kept of its picture no longer shows it.
    if (slot === 'card-front' || slot === 'card-back') {
      const side = slot === 'card-front' ? 'front' : 'back';
      const { picture, reading } = await cards.readCard(file, side, owner);
      return { picture: picture ?? nothing, reading };
    }
    // A file that cannot be used is stored as why, one that is no picture as nothing: the check tells the user.
    const picture = takesFiles(slot)
      ? keptFile(await pictures.cleanFile(file, owner))
      : ((await pictures.cleanPicture(file, owner)) ?? nothing);
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
 * Cleans a video. One that cannot be stored is refused at once, because nothing depends on it. @throws {Refusal}
 * UNSUPPORTED_MEDIA_TYPE.
 */
async function cleanFilm(
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

function inSlot(captures: readonly StoredCaptureRow[], target: CaptureTarget) {
  return capturesOfAttempt(captures, target).find((capture) => capture.slot === target.slot);
}
