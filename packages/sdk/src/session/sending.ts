import type { CaptureSlot } from '@vendor/contract';
import type { FlowEvent, FlowState } from '../flow/flow-state.ts';
import { isSameAttempt } from '../flow/is-same-attempt.ts';
import type { Call, Service } from './ports.ts';
import { ServiceFailure } from './service-failure.ts';

/** Dependencies and callbacks of all code that sends captures. */
export interface Sending {
  readonly service: Service;
  /** Returns the current state of the flow. */
  readonly flow: () => FlowState;
  readonly dispatch: (event: FlowEvent) => void;
  /** Digest of each capture of the current attempt that the service holds. */
  readonly digests: Map<CaptureSlot, string>;
  readonly signal: AbortSignal;
}

/** Dependencies for sending the captures of one attempt. */
export interface AttemptSending extends Sending {
  /** Returns whether the service still awaits this attempt. */
  readonly isAwaited: () => boolean;
}

/**
 * Limits callbacks to the current attempt. Once another attempt is awaited, late answers only update the state of the service.
 */
export function limitToAttempt<Given extends Sending>(sending: Given): Given & AttemptSending {
  const { step } = sending.flow().service;
  const isAwaited = () => isSameAttempt(step, sending.flow().service.step);
  return {
    ...sending,
    isAwaited,
    dispatch(event) {
      if (isAwaited() || event.kind === 'state') sending.dispatch(event);
    },
  };
}

/** Returns options for a call that reports lost connections to the flow. */
export function watchedCall({ dispatch, signal }: Sending): Call {
  return { signal, onConnection: (offline) => dispatch({ kind: 'connection-changed', offline }) };
}

/**
 * Handles captures that could not be sent: asks again for an unusable picture, offers alternatives for a blocked one, and follows
 * the service if the client is out of step. If the service still awaits the same attempt, its captures are lost: the attempt is
 * restarted, and a second loss shows a problem. Does nothing for an attempt that is no longer awaited.
 *
 * @throws the failure if the session cannot continue.
 */
export async function recover(failure: unknown, sending: AttemptSending): Promise<void> {
  const { service, flow, dispatch, signal, isAwaited } = sending;
  if (!isAwaited()) return;
  if (signal.aborted || !(failure instanceof ServiceFailure)) throw failure;
  if (failure.kind === 'unusable') {
    const fault = failure.status === 413 ? 'FILE_TOO_LARGE' : 'FILE_OF_OTHER_KIND';
    return dispatch({ kind: 'picture-unusable', fault });
  }
  if (failure.kind === 'blocked' && /^(?:collect-)?upload$/.test(flow().stage.kind))
    return dispatch({ kind: 'picture-unusable', fault: 'FILE_BLOCKED' });
  if (failure.kind !== 'out-of-step') throw failure;
  try {
    dispatch({ kind: 'state', service: await service.stateNow(watchedCall(sending)) });
  } catch (latestFailure) {
    if (isAwaited()) throw latestFailure;
  }
  const now = flow().service;
  const step = now.awaiting === 'user' ? now.step : null;
  if (signal.aborted || !step || !isAwaited()) return;
  dispatch({ kind: 'captures-lost', service: { ...now, step: { ...step, stored: [] } } });
}
