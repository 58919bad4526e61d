import type { Clock } from './ports.ts';
import type { Sending } from './sending.ts';

/** Larger pictures may be blocked for their size, in bytes. */
const smallPictureBytes = 900_000;

/** Pause before it is sent, in ms: what was lost by chance may pass by then. */
const pauseMs = 3_000;

/** A picture that was blocked on its way, while the user is offered other ways. */
export interface QuietSending extends Pick<Sending, 'service' | 'flow' | 'dispatch' | 'digests'> {
  readonly clock: Clock;
  readonly picture: Blob;
  /** Ends it: the user takes another way. */
  readonly signal: AbortSignal;
}

/** Sends a picture once more while the user is offered other ways: it may have been lost by chance, unless its size is the reason. */
export async function sendQuietly(sending: QuietSending): Promise<void> {
  const { service, flow, dispatch, digests, clock, picture, signal } = sending;
  const { stage, service: told } = flow();
  const { step } = told;
  if (!step || picture.size > smallPictureBytes) return;
  const slot = 'side' in stage ? stage.side : 'slot' in stage ? stage.slot : null;
  if (!slot) return;
  await clock.sleep(pauseMs, signal);
  if (signal.aborted) return;
  const attempt = { stepId: step.id, attempt: step.attempt };
  // When it is blocked again, the user has been offered what there is.
  const stored = await service.upload(attempt, slot, picture, { signal, onProgress() {} }).catch(() => null);
  if (!stored || signal.aborted) return;
  digests.set(slot, stored.digest);
  if (slot === 'front' || slot === 'back') dispatch({ kind: 'side-stored', side: slot });
  else if ('slot' in stage) dispatch({ kind: 'file-stored', slot: stage.slot });
}
