import type { CaptureSlot, SubmitRequest } from '@vendor/contract';
import { type CollectStep, collectingOf } from '../../flow/collecting.ts';
import { collectStepOf } from '../../flow/flow-state.ts';
import { FileRefused, isPdf, maxFileBytes, readBytes, readHead } from '../../session/file-fault.ts';
import type { Ports } from '../../session/ports.ts';
import { limitToAttempt, recover, type Sending, watchedCall } from '../../session/sending.ts';

export { collectFlow } from './collect-step.ts';

/** Minimum width and height of a letter, card or file, in pixels. Anything smaller is a preview, which is not legible. */
const minSidePx = 200;

/**
 * Prepares a chosen file for upload by its content, regardless of its name: pictures as for a document, a PDF unchanged.
 * @throws FileRefused; the error of `loadPreparation`.
 */
export async function prepareFile(
  file: File,
  step: CollectStep,
  loadPreparation: Ports['loadPreparation'],
): Promise<Blob> {
  const { takesPictures, takesPdfs } = collectingOf(step);
  const head = await readHead(file);
  if (isPdf(head)) {
    if (!takesPdfs) throw new FileRefused('FILE_OF_OTHER_KIND');
    if (file.size > maxFileBytes) throw new FileRefused('FILE_TOO_LARGE');
    // Read at once, because a file that is moved or changed later could not be sent.
    return new Blob([await readBytes(file)], { type: 'application/pdf' });
  }
  if (!takesPictures) throw new FileRefused('FILE_OF_OTHER_KIND');
  return (await loadPreparation())(file, minSidePx);
}

/** Options for sending a file. */
interface FileSending extends Sending {
  /** Picture or file that the user accepted last, sent if its slot is not stored yet; null before the first. */
  readonly picture: Blob | null;
}

/**
 * Uploads the accepted file, and submits the attempt once no file is missing.
 *
 * @throws ServiceFailure if the session cannot continue.
 */
export async function sendFile(options: FileSending): Promise<void> {
  const sending = limitToAttempt(options);
  const { service, flow, dispatch, digests, signal, picture, isAwaited } = sending;
  const { stage } = flow();
  const step = collectStepOf(flow());
  if (!step || stage.kind !== 'collect-upload') return;
  const { slot } = stage;
  const attempt = { stepId: step.id, attempt: step.attempt };
  const call = watchedCall(sending);
  try {
    if (picture && !flow().stored.includes(slot)) {
      const stored = await service.upload(attempt, slot, picture, {
        ...call,
        onProgress: (progress) => dispatch({ kind: 'upload-progressed', progress }),
      });
      if (signal.aborted || !isAwaited()) return;
      digests.set(slot, stored.digest);
      dispatch({ kind: 'file-stored', slot });
    }
    const now = flow();
    // Stops if the flow has moved on to another file, or the service to another state.
    if (now.stage.kind !== 'collect-upload' || !now.stored.includes(slot)) return;
    const state = await service.submit(attempt, { captures: collectDigests(now.stored, digests) }, call);
    if (!signal.aborted) dispatch({ kind: 'state', service: state });
  } catch (failure) {
    await recover(failure, sending);
  }
}

function collectDigests(
  slots: readonly CaptureSlot[],
  digests: ReadonlyMap<CaptureSlot, string>,
): SubmitRequest['captures'] {
  return Object.fromEntries(slots.flatMap((slot) => (digests.has(slot) ? [[slot, digests.get(slot)]] : [])));
}
