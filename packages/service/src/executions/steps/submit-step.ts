import type { CaptureSlot, ClientState, DocumentType, ProblemFault, SubmitRequest } from '@vendor/contract';
import { kindOf } from '../../check-kinds/registry.ts';
import { Refusal } from '../../refusal.ts';
import { advance } from '../../workflows/walk.ts';
import { applyTransition } from '../apply-transition.ts';
import type { ExecutionServices } from '../execution-services.ts';
import { executionOfSession } from '../session/authorize-session.ts';
import { clientState } from '../session/client-state.ts';
import type { SessionKeyClaim } from '../session/session-key.ts';
import type { StoredCaptureRow } from '../stored-execution.ts';
import { awaitedNode, isSubmitted, type StepAttempt } from './awaited-step.ts';
import { capturesOfAttempt } from './capture-slots.ts';

type Services = Pick<ExecutionServices, 'store' | 'media' | 'clock' | 'jobs' | 'watch'>;

/**
 * Submits an attempt: seals the captures that it names, removes the others, such as a file that the user took back, and queues
 * its evaluation, in one transaction. Repeating the same submission returns the current state; its `virtualCamera` is then
 * ignored.
 *
 * @throws {Refusal} STEP_NOT_AWAITED, CAPTURE_SEALED if the attempt was submitted with other captures or as another document,
 *   and for captures that are missing or differ from those named: CAPTURE_MISSING, DIGEST_MISMATCH, INVALID_REQUEST_BODY.
 */
export async function submitStep(
  services: Services,
  claim: SessionKeyClaim,
  step: StepAttempt,
  request: SubmitRequest,
): Promise<ClientState> {
  const { store, media, clock, jobs, watch } = services;
  let left: readonly StoredCaptureRow[] = [];
  const execution = await store.transact({ execution: claim.executionId }, async (transaction) => {
    const found = await executionOfSession(transaction, claim, clock);
    const stored = capturesOfAttempt(await transaction.capturesOf(found.id), step);
    if (isSubmitted(stored) && isSameSubmission(stored, request)) return found;
    const definition = await store.definitionOf(found.workflowId, found.workflowVersion);
    const node = awaitedNode(found, definition, step, stored);
    const { step: stepKind, documentsOf } = kindOf(node);
    const chosen = documentsOf ? documentTypeOf(documentsOf(node), request) : refuseDocumentType(request);
    const isNamed = (slot: CaptureSlot) => request.captures[slot] !== undefined;
    const slots = kindOf(node).submittedSlots(node, { ...found.walk, chosen }, isNamed);
    const submitted = namedCaptures(slots, stored, request);
    const now = clock.now();
    await transaction.sealCaptures(
      submitted.map((capture) => capture.id),
      now,
      chosen,
    );
    left = stored.filter((capture) => !submitted.includes(capture));
    await transaction.removeCaptures(left.map(({ id }) => id));
    const virtualCamera = stepKind === 'selfie' && (request.virtualCamera ?? false);
    const walk = advance(definition, found.walk, { kind: 'submitted', chosen, virtualCamera });
    return applyTransition(transaction, found, definition, walk, now);
  });
  jobs.wake();
  watch.notify(execution.id);
  for (const { mediaRef } of left) await media.delete(mediaRef);
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  return clientState(execution, definition, await store.capturesOf(execution.id), clock.now());
}

function isSameSubmission(stored: readonly StoredCaptureRow[], request: SubmitRequest): boolean {
  const sealed = stored.filter((capture) => capture.sealedAt !== null);
  return (
    sealed.length === Object.keys(request.captures).length &&
    sealed.every(
      ({ slot, digest, documentType }) =>
        request.captures[slot] === digest && documentType === (request.documentType ?? null),
    )
  );
}

/**
 * Returns the submitted document type. @throws {Refusal} INVALID_REQUEST_BODY if it is missing or the step does not accept it.
 */
function documentTypeOf(accepted: readonly DocumentType[], { documentType }: SubmitRequest): DocumentType {
  if (documentType === undefined) throw refuseSubmission([faultyMember('/documentType', 'is missing')]);
  if (!accepted.includes(documentType)) {
    throw refuseSubmission([faultyMember('/documentType', 'is not a document type that this step accepts')]);
  }
  return documentType;
}

/** Refuses a document type for a step that is not a document step. @throws {Refusal} INVALID_REQUEST_BODY. */
function refuseDocumentType({ documentType }: SubmitRequest): null {
  if (documentType === undefined) return null;
  throw refuseSubmission([faultyMember('/documentType', 'is not part of this step')]);
}

/** Returns the stored captures that the submission names, one for each slot. */
function namedCaptures(
  slots: readonly CaptureSlot[],
  stored: readonly StoredCaptureRow[],
  { captures }: SubmitRequest,
): StoredCaptureRow[] {
  const named = new Map<CaptureSlot, StoredCaptureRow>();
  const faults: ProblemFault[] = [];
  for (const slot of slots) {
    const capture = stored.find((candidate) => candidate.slot === slot);
    if (!capture || captures[slot] === undefined) faults.push(missingCapture(slot));
    else if (capture.digest !== captures[slot]) faults.push(changedCapture(slot));
    else named.set(slot, capture);
  }
  for (const slot of Object.keys(captures) as CaptureSlot[]) {
    if (!slots.includes(slot)) {
      faults.push(faultyMember(`/captures/${slot}`, 'is not a capture of this step'));
    }
  }
  if (faults.length > 0) throw refuseSubmission(faults);
  return [...named.values()];
}

/**
 * Builds the error of a submission. Missing captures determine its code first, then changed ones, then members that do not
 * belong.
 */
function refuseSubmission(faults: readonly ProblemFault[]): Refusal {
  const captureCodes = ['CAPTURE_MISSING', 'DIGEST_MISMATCH'] as const;
  const code = captureCodes.find((wanted) => faults.some((fault) => fault.code === wanted));
  return new Refusal(
    code ?? 'INVALID_REQUEST_BODY',
    'The submission does not match the step or its captures.',
    faults,
  );
}

function missingCapture(slot: CaptureSlot): ProblemFault {
  return {
    pointer: `/captures/${slot}`,
    code: 'CAPTURE_MISSING',
    detail: 'was not uploaded, or is missing from the submission',
  };
}

function changedCapture(slot: CaptureSlot): ProblemFault {
  return {
    pointer: `/captures/${slot}`,
    code: 'DIGEST_MISMATCH',
    detail: 'does not match the digest of the stored capture',
  };
}

function faultyMember(pointer: string, detail: string): ProblemFault {
  return { pointer, code: 'INVALID_REQUEST_BODY', detail };
}
