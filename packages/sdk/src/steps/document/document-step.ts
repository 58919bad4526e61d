import type { DocumentSide, DocumentStep, DocumentType } from '@vendor/contract';
import type { FileFault } from '../../flow/collecting.ts';
import {
  acceptedDocumentOf,
  at,
  type DocumentStage,
  type FlowEvent,
  type FlowState,
  type Stage,
  sentIn,
  stepOf,
  toUnloadedProblem,
  unsentOf,
} from '../../flow/flow-state.ts';

/** Returns the current document step; null if the current step is of another kind, or there is none. */
export function documentStepOf(state: FlowState): DocumentStep | null {
  const step = stepOf(state);
  return step?.kind === 'document' ? step : null;
}

/** Returns the next side to capture; null if the service has all sides. */
export function nextSideOf(state: FlowState): DocumentSide | null {
  return acceptedDocumentOf(state)?.sides.find((side) => !state.stored.includes(side)) ?? null;
}

/**
 * Returns whether a retry for these reasons starts with the choice of the document: the picture showed another one, or none was
 * chosen.
 */
export function choosesAnew(state: FlowState, reasons: DocumentStep['reasons']): boolean {
  const hasChoice = (documentStepOf(state)?.accepts.length ?? 0) > 1;
  return (hasChoice && reasons.includes('WRONG_DOCUMENT_TYPE')) || nextSideOf(state) === null;
}

/**
 * Returns the flow at the start of a document step: shows the reasons for a retry, or else asks for the document, or else for
 * the next missing side.
 */
export function enterDocument(state: FlowState, step: DocumentStep): FlowState {
  if (step.reasons.length > 0 && state.stored.length === 0) {
    return at(state, { kind: 'retry', reasons: step.reasons });
  }
  const side = nextSideOf(state);
  if (side) return at(state, { kind: 'instruct', side });
  const last = acceptedDocumentOf(state)?.sides.slice(-1)[0];
  if (last === undefined) return at(state, { kind: 'document-choice' });
  // The user has accepted every side, but the submission has not reached the service.
  return at(state, { kind: 'upload', side: last, progress: null, offline: false });
}

/** Returns the flow after an event of a document step. */
export function advanceDocument(state: FlowState, event: FlowEvent): FlowState {
  const { stage } = state;
  switch (event.kind) {
    case 'document-chosen':
      return stage.kind === 'document-choice' ? choose(state, event.document) : state;
    case 'camera-asked':
      return stage.kind === 'instruct' || stage.kind === 'camera-problem' || stage.kind === 'file-retry'
        ? at(state, { kind: 'camera', side: stage.side })
        : state;
    case 'camera-failed':
      return stage.kind === 'camera'
        ? at(state, { kind: 'camera-problem', side: stage.side, problem: event.problem })
        : state;
    case 'preparation-missing':
      return 'side' in stage && stage.kind !== 'upload'
        ? at(state, { kind: 'camera-problem', side: stage.side, ...toUnloadedProblem(stage) })
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
    case 'side-stored':
      return store(state, event.side);
    case 'picture-unusable':
      return 'side' in stage ? refuse(state, stage.side, event.fault) : state;
    case 'tried-again':
      return tryAgain(state);
    case 'went-back':
      return goBack(state);
    default:
      return state;
  }
}

function choose(state: FlowState, document: DocumentType): FlowState {
  const accepted = documentStepOf(state)?.accepts.some(({ type }) => type === document);
  if (!accepted) return state;
  // Sides of another document do not belong to this one.
  const stored = document === state.document ? state.stored : [];
  const chosen = { ...state, document, stored };
  const side = nextSideOf(chosen);
  return side ? at(chosen, { kind: 'instruct', side }) : state;
}

function store(state: FlowState, side: DocumentSide): FlowState {
  const sent = sentIn(state);
  if (sent?.kind !== 'upload' || sent.side !== side) return state;
  const stored = { ...state, stage: sent, stored: [...state.stored, side] };
  const next = nextSideOf(stored);
  // With all sides stored, the upload screen stays until the submission is answered.
  return next ? at(stored, { kind: 'instruct', side: next }) : stored;
}

/**
 * Shows a fault of a file. A camera picture is retaken instead, since it is not a file that the user could replace, unless its
 * upload was blocked, which need not be the fault of the picture.
 */
function refuse(state: FlowState, side: DocumentSide, fault: FileFault | undefined): FlowState {
  const { stage, source } = state;
  const isOfCamera = stage.kind === 'upload' && source === 'camera' && fault !== 'FILE_BLOCKED';
  const refusals = stage.kind === 'file-retry' ? stage.refusals + 1 : 1;
  return at(
    state,
    fault && !isOfCamera
      ? { kind: 'file-retry', side, fault, refusals, unsent: unsentOf(stage) }
      : { kind: 'retry', reasons: ['IMAGE_UNREADABLE'] },
  );
}

function captureAgain(state: FlowState): FlowState {
  const { stage, source } = state;
  if (!('side' in stage)) return state;
  return at(state, { kind: source === 'camera' ? 'camera' : 'instruct', side: stage.side });
}

function tryAgain(state: FlowState): FlowState {
  const { stage } = state;
  if (stage.kind === 'camera-problem') return at(state, { kind: 'camera', side: stage.side });
  if (stage.kind === 'file-retry' && stage.fault === 'FILE_BLOCKED' && stage.unsent)
    return at(state, stage.unsent);
  if (stage.kind !== 'retry') return state;
  const side = nextSideOf(state);
  if (choosesAnew(state, stage.reasons) || !side) return at(state, { kind: 'document-choice' });
  // Goes straight to the camera if the last picture came from it; a user who chose a file may want to choose one again.
  return at(state, { kind: state.source === 'camera' ? 'camera' : 'instruct', side });
}

function goBack(state: FlowState): FlowState {
  const { stage } = state;
  switch (stage.kind) {
    case 'instruct': {
      const first = acceptedDocumentOf(state)?.sides[0] === stage.side;
      const hasChoice = (documentStepOf(state)?.accepts.length ?? 0) > 1;
      return first && hasChoice ? at(state, { kind: 'document-choice' }) : state;
    }
    case 'camera':
    case 'camera-problem':
    case 'file-retry':
      return at(state, { kind: 'instruct', side: stage.side });
    case 'review':
      return captureAgain(state);
    default:
      stage satisfies {
        kind: Exclude<Stage['kind'], DocumentStage['kind']> | 'document-choice' | 'upload' | 'retry';
      };
      return state;
  }
}
