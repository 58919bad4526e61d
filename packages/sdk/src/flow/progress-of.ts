import { acceptedDocumentOf, type FlowState } from './flow-state.ts';

/** How much of the present step each stage stands for, of four parts: ready, pictured, seen, sent. */
const partsDone: Readonly<Partial<Record<FlowState['stage']['kind'], number>>> = {
  camera: 1,
  'camera-problem': 1,
  review: 2,
  upload: 3,
  processing: 4,
};

/** Interactive steps done, as a share 0..1 of all, with the part of the present step that is done. */
export function progressOf(state: FlowState): number {
  const { stage, service } = state;
  if (stage.kind === 'result') return 1;
  const { done, total } = service.progress;
  if (total === 0) return 0;
  // What was sent stays done while it is being checked.
  if (service.awaiting !== 'user')
    return Math.min(1, (done + (state.storedSides.length > 0 ? 1 : 0)) / total);
  const sides = acceptedDocumentOf(state)?.sides.length ?? 1;
  const part = (partsDone[stage.kind] ?? 0) / 4;
  const sideShare = stage.kind === 'upload' && state.storedSides.length === sides ? 1 : part;
  const stepShare = Math.min(1, (state.storedSides.length + sideShare) / sides);
  return Math.min(1, (done + stepShare) / total);
}
