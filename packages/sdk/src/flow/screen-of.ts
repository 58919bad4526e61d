import { choosesAnew, documentStepOf } from '../steps/document/document-step.ts';
import { formStepOf } from '../steps/form/form-step.ts';
import { welcomeScreen } from '../steps/known-steps.ts';
import { selfieStepOf } from '../steps/selfie/selfie-step.ts';
import { isLastCheckRunning } from './checked-at-last.ts';
import { acceptedDocumentOf, collectStepOf, type FlowState } from './flow-state.ts';
import type { Screen } from './screen.ts';

/** Returns the screen for the current state of the flow. */
export function screenOf(state: FlowState): Screen {
  const { stage } = state;
  const step = documentStepOf(state);
  const fileAllowed = step?.fileAllowed ?? false;
  const accepted = acceptedDocumentOf(state);
  const document = accepted?.type ?? step?.accepts[0]?.type ?? 'PASSPORT';
  const sides = accepted?.sides.length ?? 1;
  switch (stage.kind) {
    case 'welcome':
      return welcomeScreen(state);
    case 'document-choice':
      return { kind: 'document-choice', documents: step?.accepts.map(({ type }) => type) ?? [] };
    case 'instruct':
    case 'camera':
      return { kind: stage.kind, document, side: stage.side, sides, fileAllowed };
    case 'camera-problem':
      return { kind: 'camera-problem', problem: stage.problem, times: stage.times, fileAllowed };
    case 'review':
      return { kind: 'review', document, side: stage.side, imageUrl: stage.imageUrl };
    case 'upload':
      return { kind: 'upload', progress: stage.progress, offline: stage.offline };
    case 'retry':
      return {
        kind: 'retry',
        document,
        reasons: stage.reasons,
        attemptsLeft: (step?.attemptsLeft ?? 0) + 1,
        choosesAnew: choosesAnew(state, stage.reasons),
      };
    case 'file-retry':
      return {
        kind: 'collect-retry',
        slot: stage.side,
        task: { of: 'document' },
        reasons: [stage.fault],
        refusals: stage.refusals,
        attemptsLeft: Number.POSITIVE_INFINITY,
        cameraAllowed: true,
        fileAllowed,
        fileTypes: 'image/*',
      };
    case 'selfie-camera':
      return { ...stage, poses: selfieStepOf(state)?.poses ?? [] };
    case 'selfie-camera-problem':
      // A file cannot prove that the user is present.
      return { kind: 'camera-problem', problem: stage.problem, fileAllowed: false };
    case 'selfie-retry':
      return { ...stage, attemptsLeft: (selfieStepOf(state)?.attemptsLeft ?? 0) + 1 };
    case 'form':
      return { ...stage, stepId: formStepOf(state)?.id ?? '', fields: formStepOf(state)?.fields ?? [] };
    case 'processing':
      return processing(state);
    case 'selfie-instruct':
    case 'selfie-upload':
    case 'loading':
    case 'result':
    case 'problem':
      return stage;
    default: {
      const collects = collectStepOf(state);
      return collects && state.collect ? state.collect.screenOf(stage, collects) : { kind: 'loading' };
    }
  }
}

function processing(state: FlowState): Screen {
  const { service, stored } = state;
  const [first = 'front'] = stored;
  const isDocument = first === 'front' || first === 'back';
  const of = isDocument ? 'document' : first.startsWith('selfie') ? 'selfie' : 'files';
  const { done, total, following = 0 } = service.progress;
  // While captures are checked, their step is neither done nor following.
  const isData = !stored.length && done + following === total;
  return { kind: 'processing', of: isData ? 'data' : of, mayGoOn: !isLastCheckRunning(service) };
}
