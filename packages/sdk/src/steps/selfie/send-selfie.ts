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

/**
 * Time-out for the recorder to end and for the upload of the video, in ms. The video is additional evidence: the poses are
 * submitted without it if it takes longer.
 */
const videoTimeoutMs = 30_000;

/** Maximum size of a video that the service accepts, in bytes. */
const maxVideoBytes = 20 * 1024 * 1024;

/** Options for sending the key frame of a pose. */
interface PoseSending extends Sending {
  readonly isVirtual: boolean;
}

/** Options for sending a selfie once all poses are stored. */
export interface SelfieSending extends Sending {
  readonly clock: Clock;
  /** Recorded video; null if nothing was recorded. */
  readonly video: Promise<Blob | null>;
  /** Whether the camera has the label of a virtual one. */
  readonly isVirtual: boolean;
}

/**
 * Uploads the key frame of a pose as soon as it is captured, because its arrival time is evidence. Reports a virtual camera
 * with each frame, because a reloaded page would not know of it.
 *
 * @returns whether the service has stored it.
 * @throws ServiceFailure if the session cannot continue.
 */
export async function sendPose(options: PoseSending, pose: number, frame: Blob): Promise<boolean> {
  const sending = limitToAttempt(options);
  const { service, flow, digests, signal, isVirtual, isAwaited } = sending;
  const step = selfieStepOf(flow());
  if (!step) return false;
  const slot = slotOfPose(pose);
  try {
    const stored = await service.upload(toAttempt(step), slot, frame, {
      ...watchedCall(sending),
      onProgress() {}, // not shown, because a frame is small
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
 * @throws ServiceFailure if the session cannot continue.
 */
export async function sendSelfie(options: SelfieSending): Promise<void> {
  const sending = limitToAttempt(options);
  const { service, flow, dispatch, digests, signal, isAwaited } = sending;
  const step = selfieStepOf(flow());
  if (!step) return;
  await sendVideo(sending, step);
  if (signal.aborted || !isAwaited()) return;
  const slots = [...step.poses.map((_pose, index) => slotOfPose(index)), 'selfie-video' as const];
  const known = slots.flatMap((slot) => (digests.has(slot) ? [[slot, digests.get(slot)]] : []));
  try {
    const state = await service.submit(
      toAttempt(step),
      { captures: Object.fromEntries(known), ...(sending.isVirtual && { virtualCamera: true }) },
      watchedCall(sending),
    );
    // Clears the offline notice of an upload that was given up, which nothing else would clear.
    dispatch({ kind: 'connection-changed', offline: false });
    if (!signal.aborted) dispatch({ kind: 'state', service: state });
  } catch (failure) {
    await recover(failure, sending);
  }
}

/** Sends the video. Ignores failures, because the poses suffice. */
async function sendVideo(sending: SelfieSending & AttemptSending, step: SelfieStep): Promise<void> {
  const { service, dispatch, digests, clock, signal, isAwaited } = sending;
  // Already stored; only the submission failed.
  if (digests.has('selfie-video')) return;
  const timed = new AbortController();
  const end = () => timed.abort();
  signal.addEventListener('abort', end);
  const late = clock.sleep(videoTimeoutMs, timed.signal).then(end);
  try {
    // A recorder that fails may never report that it has stopped.
    const video = await Promise.race([sending.video, late]);
    if (!video || video.size === 0 || video.size > maxVideoBytes) return;
    if (timed.signal.aborted || !isAwaited()) return;
    const stored = await service.upload(toAttempt(step), 'selfie-video', video, {
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

function toAttempt({ id, attempt }: SelfieStep): Attempt {
  return { stepId: id, attempt };
}
