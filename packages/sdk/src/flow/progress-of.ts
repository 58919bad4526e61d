import { acceptedDocumentOf, collectStepOf, type FlowState, stepOf } from './flow-state.ts';

/** Completed quarters of a document side at each stage: instructed, captured, reviewed, sent. */
const partsDone: Readonly<Partial<Record<FlowState['stage']['kind'], number>>> = {
  camera: 1,
  'camera-problem': 1,
  review: 2,
  upload: 3,
  processing: 4,
};

/** Returns the completed interactive steps as a share 0..1 of all, including the completed part of the current step. */
export function progressOf(state: FlowState): number {
  const { stage, service } = state;
  if (stage.kind === 'result') return 1;
  const { done, total, following } = service.progress;
  if (total === 0) return 0;
  // Counts submitted captures as done while they are being checked.
  if (service.awaiting !== 'user')
    return Math.min(
      1,
      (following === undefined ? done + +(state.stored.length > 0) : total - following) / total,
    );
  const collects = collectStepOf(state);
  if (collects) {
    const share = state.collect && 'files' in stage ? state.collect.shareDone(stage, collects) : 0;
    return Math.min(1, (done + share) / total);
  }
  const captures = capturesOf(state);
  const part = (partsDone[stage.kind] ?? 0) / 4;
  const captureShare = stage.kind === 'upload' && state.stored.length === captures ? 1 : part;
  const stepShare = Math.min(1, (state.stored.length + captureShare) / captures);
  return Math.min(1, (done + stepShare) / total);
}

/** Returns the number of captures that the current step requires. */
function capturesOf(state: FlowState): number {
  const step = stepOf(state);
  return (step?.kind === 'selfie' ? step.poses : acceptedDocumentOf(state)?.sides)?.length ?? 1;
}
