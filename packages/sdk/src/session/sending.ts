import type { CaptureSlot } from '@vendor/contract';
import type { FlowEvent, FlowState } from '../flow/flow-state.ts';
import { isSameAttempt } from '../flow/is-same-attempt.ts';
import type { Call, Service } from './ports.ts';
import { ServiceFailure } from './service-failure.ts';

/** What every sending of captures needs, and who hears of it. */
export interface Sending {
  readonly service: Service;
  /** The flow as it stands now. */
  readonly flow: () => FlowState;
  readonly dispatch: (event: FlowEvent) => void;
  /** Digest of each capture of the present attempt that the service holds. */
  readonly digests: Map<CaptureSlot, string>;
  readonly signal: AbortSignal;
}

/** A call that tells the flow of lost connections. */
export function watchedCall({ dispatch, signal }: Sending): Call {
  return { signal, onConnection: (offline) => dispatch({ kind: 'connection-changed', offline }) };
}

/**
 * What follows when captures could not be sent: a picture that is none is asked for again, and who is out of step with the
 * service goes on with what it awaits now. Where that is the same attempt, it is begun anew, once.
 *
 * @throws the failure, when the session cannot go on.
 */
export async function recover(failure: unknown, sending: Sending): Promise<void> {
  const { service, flow, dispatch, signal } = sending;
  if (signal.aborted || !(failure instanceof ServiceFailure)) throw failure;
  if (failure.kind === 'unusable') {
    const fault = failure.status === 413 ? 'FILE_TOO_LARGE' : 'FILE_OF_OTHER_KIND';
    return dispatch({ kind: 'picture-unusable', fault });
  }
  if (failure.kind !== 'out-of-step') throw failure;
  const before = flow();
  dispatch({ kind: 'state-told', service: await service.stateNow(watchedCall(sending)) });
  const now = flow().service;
  const step = now.awaiting === 'user' ? now.step : null;
  if (signal.aborted || !step || !isSameAttempt(before.service.step, step)) return;
  dispatch({ kind: 'captures-lost', service: { ...now, step: { ...step, stored: [] } } });
}
