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
    case 'result':
    case 'problem':
      return stage;
  }
}
