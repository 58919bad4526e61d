import type { Clock } from './ports.ts';
import type { Sending } from './sending.ts';

/** Size above which a proxy may have blocked a picture for its size, in bytes. */
const smallPictureBytes = 900_000;

/** Pause before the second attempt, in ms. */
const pauseMs = 3_000;

/** A picture whose upload was blocked, while the user is offered alternatives. */
export interface QuietSending extends Pick<Sending, 'service' | 'flow' | 'dispatch' | 'digests'> {
  readonly clock: Clock;
  readonly picture: Blob;
  /** Aborts when the user chooses an alternative. */
  readonly signal: AbortSignal;
}

/**
 * Retries a blocked upload while the user is offered alternatives, unless the picture may be too large: the first attempt may
 * have failed by chance.
 */
export async function sendQuietly(sending: QuietSending): Promise<void> {
  const { service, flow, dispatch, digests, clock, picture, signal } = sending;
  const { stage, service: state } = flow();
  const { step } = state;
  if (!step || picture.size > smallPictureBytes) return;
  const slot = 'side' in stage ? stage.side : 'slot' in stage ? stage.slot : null;
  if (!slot) return;
  await clock.sleep(pauseMs, signal);
  if (signal.aborted) return;
  const attempt = { stepId: step.id, attempt: step.attempt };
  // Ignores a second failure, because the user already sees the alternatives.
  const stored = await service.upload(attempt, slot, picture, { signal, onProgress() {} }).catch(() => null);
  if (!stored || signal.aborted) return;
  digests.set(slot, stored.digest);
  if (slot === 'front' || slot === 'back') dispatch({ kind: 'side-stored', side: slot });
  else if ('slot' in stage) dispatch({ kind: 'file-stored', slot: stage.slot });
}
