import type { ClientOutcome, ClientState, DocumentStep, DocumentType } from '@vendor/contract';
import { enterStep } from './enter-step.ts';
import {
  acceptedDocumentOf,
  choosesAnew,
  type FlowEvent,
  type FlowState,
  nextSideOf,
  type Stage,
  stepOf,
} from './flow-state.ts';
import type { FlowProblem, ResultKind } from './screen.ts';
import { rememberedDocument, welcomeFlow } from './welcome-flow.ts';

/**
 * The flow at its start.
 *
 * @param remembered - the document that the user had chosen for the present attempt before a reload.
 */
export function startFlow(
  requester: string,
  service: ClientState,
  remembered: DocumentType | null,
): FlowState {
  const flow = welcomeFlow(requester, service, remembered);
  return service.awaiting === 'user' ? flow : at(flow, stageWithoutUser(service));
}

/**
 * The flow after an event. An event that makes no sense where the flow stands leaves it as it is, so that a late reply
 * or a second tap does no harm.
 */
export function advance(state: FlowState, event: FlowEvent): FlowState {
  const { stage } = state;
  if (stage.kind === 'problem' || stage.kind === 'result') return state;
  switch (event.kind) {
    case 'state-told':
      return tell(state, event.service);
    case 'failed':
      return at(state, { kind: 'problem', problem: event.problem });
    case 'begun':
      return stage.kind === 'welcome' ? enterStep({ ...state, engaged: true }) : state;
    case 'document-chosen':
      return stage.kind === 'document-choice' ? choose(state, event.document) : state;
    case 'camera-asked':
      return stage.kind === 'instruct' || stage.kind === 'camera-problem'
        ? at(state, { kind: 'camera', side: stage.side })
        : state;
    case 'camera-failed':
      return stage.kind === 'camera'
        ? at(state, { kind: 'camera-problem', side: stage.side, problem: event.problem })
        : state;
    case 'picture-taken':
      return 'side' in stage && stage.kind !== 'upload'
        ? {
            ...state,
            source: event.source,
            stage: { kind: 'review', side: stage.side, imageUrl: event.imageUrl },
          }
        : state;
    case 'picture-rejected':
      return stage.kind === 'review' ? captureAgain(state) : state;
    case 'picture-accepted':
      return stage.kind === 'review'
        ? at(state, { kind: 'upload', side: stage.side, progress: null, offline: false })
        : state;
    case 'upload-progressed':
      return stage.kind === 'upload'
        ? at(state, { ...stage, progress: event.progress, offline: false })
        : state;
    case 'connection-changed':
      return stage.kind === 'upload' && stage.offline !== event.offline
        ? at(state, { ...stage, offline: event.offline })
        : state;
    case 'side-stored':
      return store(state, event.side);
    case 'picture-unusable':
      return 'side' in stage ? at(state, { kind: 'retry', reasons: ['IMAGE_UNREADABLE'] }) : state;
    case 'tried-again':
      return tryAgain(state);
    case 'went-back':
      return goBack(state);
    case 'checks-outlasted':
      return stage.kind === 'processing' ? at(state, { kind: 'result', result: 'pending' }) : state;
  }
}

/** Whether there is a screen to go back to. */
export function canGoBack(state: FlowState): boolean {
  return goBack(state) !== state;
}

function at(state: FlowState, stage: Stage): FlowState {
  return { ...state, stage };
}

function tell(state: FlowState, service: ClientState): FlowState {
  if (service.seq <= state.service.seq) return state;
  const before = stepOf(state);
  const told = { ...state, service };
  if (service.awaiting !== 'user') return at(told, stageWithoutUser(service));
  // Before the user has begun nothing moves under the welcome screen.
  if (!state.engaged && state.stage.kind === 'welcome') return restart(told);
  if (!before || !isSameAttempt(before, service.step)) return enterStep({ ...restart(told), engaged: true });
  return told;
}

/** Forgets what belonged to an earlier attempt. */
function restart(state: FlowState): FlowState {
  return {
    ...state,
    document: rememberedDocument(state.service, null),
    storedSides: state.service.step?.stored.map(({ slot }) => slot) ?? [],
  };
}

function isSameAttempt(before: DocumentStep, now: DocumentStep | null): boolean {
  return before.id === now?.id && before.attempt === now.attempt;
}

function stageWithoutUser(service: ClientState): Stage {
  if (service.outcome) return stageOfOutcome(service.outcome);
  return service.awaiting === 'none' ? { kind: 'result', result: 'unknown' } : { kind: 'processing' };
}

/** Values of `completed` by status, and the endings that are errors instead (section 6.2 and 7.3 of the API). */
function stageOfOutcome({ status, retryLimitOf }: ClientOutcome): Stage {
  if (retryLimitOf) {
    const code = retryLimitOf === 'selfie' ? 'error_code_6' : 'error_code_5';
    return { kind: 'problem', problem: { kind: 'retry-limit', code } };
  }
  if (status === 'EXPIRED') {
    return {
      kind: 'problem',
      problem: { kind: 'session-expired', code: 'error_code_3' } satisfies FlowProblem,
    };
  }
  const results: Readonly<Record<typeof status, ResultKind>> = {
    APPROVED: 'success',
    REVIEW: 'pending',
    DECLINED: 'failed',
    ERROR: 'unknown',
  };
  return { kind: 'result', result: results[status] };
}

function choose(state: FlowState, document: DocumentType): FlowState {
  const accepted = stepOf(state)?.accepts.some(({ type }) => type === document);
  if (!accepted) return state;
  // Sides of another document would not belong to this one.
  const storedSides = document === state.document ? state.storedSides : [];
  const chosen = { ...state, document, storedSides };
  const side = nextSideOf(chosen);
  return side ? at(chosen, { kind: 'instruct', side }) : state;
}

function store(state: FlowState, side: FlowState['storedSides'][number]): FlowState {
  if (state.stage.kind !== 'upload' || state.stage.side !== side) return state;
  const stored = { ...state, storedSides: [...state.storedSides, side] };
  const next = nextSideOf(stored);
  // With all sides stored the upload screen stays until the submission is answered.
  return next ? at(stored, { kind: 'instruct', side: next }) : stored;
}

function captureAgain(state: FlowState): FlowState {
  const { stage, source } = state;
  if (!('side' in stage)) return state;
  return at(state, { kind: source === 'camera' ? 'camera' : 'instruct', side: stage.side });
}

function tryAgain(state: FlowState): FlowState {
  const { stage } = state;
  if (stage.kind === 'camera-problem') return at(state, { kind: 'camera', side: stage.side });
  if (stage.kind !== 'retry') return state;
  const side = nextSideOf(state);
  if (choosesAnew(state, stage.reasons) || !side) return at(state, { kind: 'document-choice' });
  // Who took the last picture with the camera knows the way; who chose a file may want to.
  return at(state, { kind: state.source === 'camera' ? 'camera' : 'instruct', side });
}

function goBack(state: FlowState): FlowState {
  const { stage } = state;
  switch (stage.kind) {
    case 'instruct': {
      const first = acceptedDocumentOf(state)?.sides[0] === stage.side;
      const hasChoice = (stepOf(state)?.accepts.length ?? 0) > 1;
      return first && hasChoice ? at(state, { kind: 'document-choice' }) : state;
    }
    case 'camera':
    case 'camera-problem':
      return at(state, { kind: 'instruct', side: stage.side });
    case 'review':
      return captureAgain(state);
    default:
      return state;
  }
}
