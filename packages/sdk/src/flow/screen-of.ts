import { acceptedDocumentOf, choosesAnew, type FlowState, stepOf } from './flow-state.ts';
import type { Screen } from './screen.ts';

/** The screen that shows the flow as it stands. */
export function screenOf(state: FlowState): Screen {
  const { stage } = state;
  const fileAllowed = stepOf(state)?.fileAllowed ?? false;
  const accepted = acceptedDocumentOf(state);
  const document = accepted?.type ?? stepOf(state)?.accepts[0]?.type ?? 'PASSPORT';
  const sides = accepted?.sides.length ?? 1;
  switch (stage.kind) {
    case 'welcome':
      return { kind: 'welcome', requester: state.requester, resumed: state.resumed };
    case 'document-choice':
      return { kind: 'document-choice', documents: stepOf(state)?.accepts.map(({ type }) => type) ?? [] };
    case 'instruct':
      return { kind: 'instruct', document, side: stage.side, sides, fileAllowed };
    case 'camera':
      return { kind: 'camera', document, side: stage.side, sides, fileAllowed };
    case 'camera-problem':
      return { kind: 'camera-problem', problem: stage.problem, fileAllowed };
    case 'review':
      return { kind: 'review', document, side: stage.side, imageUrl: stage.imageUrl };
    case 'upload':
      return { kind: 'upload', progress: stage.progress, offline: stage.offline };
    case 'retry':
      return {
        kind: 'retry',
        document,
        reasons: stage.reasons,
        attemptsLeft: (stepOf(state)?.attemptsLeft ?? 0) + 1,
        choosesAnew: choosesAnew(state, stage.reasons),
      };
    case 'processing':
      return { kind: 'processing', pictures: state.service.progress.total > 0 };
    case 'loading':
    case 'result':
    case 'problem':
      return stage;
  }
}

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
