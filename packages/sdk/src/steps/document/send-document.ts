import type { ClientState, DocumentSide, SubmitRequest } from '@vendor/contract';
import { acceptedDocumentOf, stepOf } from '../../flow/flow-state.ts';
import type { Call } from '../../session/ports.ts';
import {
  type AttemptSending,
  limitToAttempt,
  recover,
  type Sending,
  watchedCall,
} from '../../session/sending.ts';
import { nextSideOf } from './document-step.ts';

/** Options for sending a document. */
export interface DocumentSending extends Sending {
  /** Picture that the user accepted last, sent if its side is not stored yet; null before the first. */
  readonly picture: Blob | null;
  readonly side: DocumentSide;
}

type DocumentAttempt = DocumentSending & AttemptSending;

/**
 * Uploads the accepted picture, and submits the attempt once the service has all sides.
 *
 * @throws ServiceFailure if the session cannot continue.
 */
export async function sendDocument(options: DocumentSending): Promise<void> {
  const sending = limitToAttempt(options);
  const { flow, picture, side } = sending;
  const call = watchedCall(sending);
  try {
    if (picture && !flow().stored.includes(side)) await upload(sending, picture, call);
    if (sending.isAwaited() && nextSideOf(flow()) === null) await submit(sending, call);
  } catch (failure) {
    await recover(failure, sending);
  }
}

async function upload(
  { service, flow, dispatch, digests, side, isAwaited }: DocumentAttempt,
  picture: Blob,
  call: Call,
): Promise<void> {
  const step = stepOf(flow());
  if (!step) return;
  const stored = await service.upload({ stepId: step.id, attempt: step.attempt }, side, picture, {
    ...call,
    onProgress: (progress) => dispatch({ kind: 'upload-progressed', progress }),
  });
  if (call.signal.aborted || !isAwaited()) return;
  digests.set(side, stored.digest);
  dispatch({ kind: 'side-stored', side });
}

async function submit(
  { service, flow, dispatch, digests, signal }: DocumentSending,
  call: Call,
): Promise<void> {
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
  if (!signal.aborted) dispatch({ kind: 'state', service: state });
}
