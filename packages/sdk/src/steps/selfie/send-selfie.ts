import type { SelfieStep } from '@vendor/contract';
import type { Attempt, Clock } from '../../session/ports.ts';
import {
  type AttemptSending,
  limitToAttempt,
  recover,
  type Sending,
  watchedCall,
} from '../../session/sending.ts';
import { selfieStepOf, slotOfPose } from './selfie-step.ts';

/** The video is evidence besides: so long its end and its upload may take, in ms, until the poses are submitted without it. */
const videoPatienceMs = 30_000;

/** Larger videos are refused by the service, in bytes. */
const largestVideoBytes = 20 * 1024 * 1024;

/** How the key frame of a pose is sent. */
interface PoseSending extends Sending {
  readonly isVirtual: boolean;
}

/** Options of sending a selfie once all poses are stored. */
export interface SelfieSending extends Sending {
  readonly clock: Clock;
  /** Recorded video; null when nothing was recorded. */
  readonly video: Promise<Blob | null>;
  /** The camera is named as programs name theirs. */
  readonly isVirtual: boolean;
}

/**
 * Uploads the key frame of a pose as soon as it is captured, because its arrival time is evidence. Includes whether the camera
 * seems to be a program, which a reloaded page would not know.
 *
 * @returns whether the service has stored it.
 * @throws ServiceFailure if the session cannot continue.
 */
export async function sendPose(asked: PoseSending, pose: number, frame: Blob): Promise<boolean> {
  const sending = limitToAttempt(asked);
  const { service, flow, digests, signal, isVirtual, isAwaited } = sending;
  const step = selfieStepOf(flow());
  if (!step) return false;
  const slot = slotOfPose(pose);
  try {
    const stored = await service.upload(attemptOf(step), slot, frame, {
      ...watchedCall(sending),
      onProgress() {}, // sent in a moment
      isVirtual,
    });
    if (signal.aborted || !isAwaited()) return false;
    digests.set(slot, stored.digest);
    return true;
  } catch (failure) {
    await recover(failure, sending);
    return false;
  }
}

/**
 * Uploads the video, if there is one and it arrives in time, and submits the attempt.
 *
 * @throws ServiceFailure when the session cannot go on.
 */
export async function sendSelfie(asked: SelfieSending): Promise<void> {
  const sending = limitToAttempt(asked);
  const { service, flow, dispatch, digests, signal, isAwaited } = sending;
  const step = selfieStepOf(flow());
  if (!step) return;
  await sendVideo(sending, step);
  if (signal.aborted || !isAwaited()) return;
  const slots = [...step.poses.map((_pose, index) => slotOfPose(index)), 'selfie-video' as const];
  const known = slots.flatMap((slot) => (digests.has(slot) ? [[slot, digests.get(slot)]] : []));
  try {
    const state = await service.submit(
      attemptOf(step),
      { captures: Object.fromEntries(known), ...(sending.isVirtual && { virtualCamera: true }) },
      watchedCall(sending),
    );
    // An upload that was given up without a connection has told of none, and nothing else takes that back.
    dispatch({ kind: 'connection-changed', offline: false });
    if (!signal.aborted) dispatch({ kind: 'state-told', service: state });
  } catch (failure) {
    await recover(failure, sending);
  }
}

/** Sends the video. Ignores failures, because the poses suffice. */
async function sendVideo(sending: SelfieSending & AttemptSending, step: SelfieStep): Promise<void> {
  const { service, dispatch, digests, clock, signal, isAwaited } = sending;
  // Arrived before, and only the submission did not.
  if (digests.has('selfie-video')) return;
  const timed = new AbortController();
  const end = () => timed.abort();
  signal.addEventListener('abort', end);
  const late = clock.sleep(videoPatienceMs, timed.signal).then(end);
  try {
    // A recorder that breaks may never say that it has stopped.
    const video = await Promise.race([sending.video, late]);
    if (!video || video.size === 0 || video.size > largestVideoBytes) return;
    if (timed.signal.aborted || !isAwaited()) return;
    const stored = await service.upload(attemptOf(step), 'selfie-video', video, {
      ...watchedCall(sending),
      signal: timed.signal,
      onProgress: (progress) => dispatch({ kind: 'upload-progressed', progress }),
    });
    digests.set('selfie-video', stored.digest);
  } catch {
    // Failures that end the session end the submission as well.
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

function attemptOf({ id, attempt }: SelfieStep): Attempt {
  return { stepId: id, attempt };
}
