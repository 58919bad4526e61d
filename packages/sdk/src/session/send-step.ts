import type { CaptureSlot, ClientState, SubmitRequest } from '@vendor/contract';
import {
  acceptedDocumentOf,
  type FlowEvent,
  type FlowState,
  nextSideOf,
  stepOf,
} from '../flow/flow-state.ts';
import type { Call, Service } from './ports.ts';
import { ServiceFailure } from './service-failure.ts';

/** What is to be sent, and who hears of it. */
export interface Sending {
  readonly service: Service;
  /** The flow as it stands now. */
  readonly flow: () => FlowState;
  readonly dispatch: (event: FlowEvent) => void;
  /** Digest of each side of the present attempt that the service holds. */
  readonly digests: Map<CaptureSlot, string>;
  /** The picture that the user accepted; null when all sides are stored and only the submission is due. */
  readonly picture: Blob | null;
  readonly side: CaptureSlot;
  readonly signal: AbortSignal;
}

/**
 * Uploads the accepted picture, and submits the attempt once the service holds all its sides.
 *
 * @throws ServiceFailure when the session cannot go on.
 */
export async function sendStep(sending: Sending): Promise<void> {
  const { service, flow, dispatch, signal } = sending;
  const call: Call = {
    signal,
    onConnection: (offline) => dispatch({ kind: 'connection-changed', offline }),
  };
  try {
    if (sending.picture) await upload(sending, sending.picture, call);
    if (nextSideOf(flow()) === null) await submit(sending, call);
  } catch (failure) {
    if (signal.aborted || !(failure instanceof ServiceFailure)) throw failure;
    if (failure.kind === 'unusable') return dispatch({ kind: 'picture-unusable' });
    if (failure.kind !== 'out-of-step') throw failure;
    const before = flow().service.seq;
    const state = await service.state(0, 0, signal);
    if (state.seq <= before) throw failure; // nothing is newer, so asking again would end here again
    dispatch({ kind: 'state-told', service: state });
  }
}

async function upload(
  { service, flow, dispatch, digests, side }: Sending,
  picture: Blob,
  call: Call,
): Promise<void> {
  const step = stepOf(flow());
  if (!step) return;
  const stored = await service.upload({ stepId: step.id, attempt: step.attempt }, side, picture, {
    ...call,
    onProgress: (progress) => dispatch({ kind: 'upload-progressed', progress }),
  });
  if (call.signal.aborted) return;
  digests.set(side, stored.digest);
  dispatch({ kind: 'side-stored', side });
}

async function submit({ service, flow, dispatch, digests, signal }: Sending, call: Call): Promise<void> {
  const step = stepOf(flow());
  const document = acceptedDocumentOf(flow());
  if (!step || !document) return;
  const captures: SubmitRequest['captures'] = {};
  for (const side of document.sides) {
    const digest = digests.get(side);
    if (digest !== undefined) captures[side] = digest;
  }
  const attempt = { stepId: step.id, attempt: step.attempt };
  const state: ClientState = await service.submit(attempt, { documentType: document.type, captures }, call);
  if (!signal.aborted) dispatch({ kind: 'state-told', service: state });
}
