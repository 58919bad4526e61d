import type { ClientOutcome, ClientState, DocumentType } from '@vendor/contract';
import { advanceStep, enterStep } from '../steps/step-flows.ts';
import { isLastCheckRunning } from './checked-at-last.ts';
import { endingOf } from './ending.ts';
import { at, type FlowEvent, type FlowState, type Stage, stepOf, unsentOf } from './flow-state.ts';
import { isSameAttempt } from './is-same-attempt.ts';
import type { FlowProblem, ResultKind } from './screen.ts';
import { rememberedDocument, storedSlotsOf, welcomeFlow } from './welcome-flow.ts';

/** Problem to show when nothing more specific is known; the user may try again. */
export const generalProblem: FlowProblem = { kind: 'general', code: 'error_code_1' };

/**
 * Returns the flow at its start.
 *
 * @param remembered - document type chosen for the current attempt before a reload.
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
 * Returns the flow after an event. Events that do not fit the current stage change nothing, so a late reply or a second tap does
 * no harm.
 */
export function advance(state: FlowState, event: FlowEvent): FlowState {
  const { stage } = state;
  if (stage.kind === 'result') return state;
  if (stage.kind === 'problem')
    return stage.problem.kind === 'general' ? advanceProblem(state, stage, event) : state;
  switch (event.kind) {
    case 'state':
      return applyServiceState(state, event.service);
    case 'failed':
      return at(state, {
        kind: 'problem',
        problem: event.problem,
        unsent: event.unreached ? unsentOf(stage) : null,
      });
    case 'captures-lost': {
      const restarted = enterStep({ ...state, service: event.service, stored: [], isAnew: true });
      // Shows a problem instead of looping.
      return state.isAnew ? at(restarted, { kind: 'problem', problem: generalProblem }) : restarted;
    }
    case 'begun':
      return stage.kind === 'welcome' ? enterStep({ ...state, engaged: true }) : state;
    case 'upload-progressed':
      return 'progress' in stage ? at(state, { ...stage, progress: event.progress, offline: false }) : state;
    case 'connection-changed':
      return 'offline' in stage && stage.offline !== event.offline
        ? at(state, { ...stage, offline: event.offline })
        : state;
    case 'collect-arrived': {
      const arrived = { ...state, collect: event.collect };
      return stage.kind === 'loading' ? enterStep(arrived) : arrived;
    }
    case 'checks-outlasted':
      // Only after the last step: if another may follow, the user keeps waiting.
      return stage.kind === 'processing' && isLastCheckRunning(state.service)
        ? at(state, { kind: 'result', result: 'pending' })
        : state;
    default:
      return advanceStep(state, event);
  }
}

/**
 * Returns the flow after an event at the general problem. A retry continues at what the service awaits by then. Going back
 * retakes a picture that could not be sent. Captures that the service has stay stored.
 */
function advanceProblem(
  state: FlowState,
  stage: Extract<Stage, { kind: 'problem' }>,
  event: FlowEvent,
): FlowState {
  // Keeps the code of the steps that collect files, because it is delivered only once and those steps need it.
  if (event.kind === 'collect-arrived') return { ...state, collect: event.collect };
  if (event.kind === 'state') {
    const told = applyServiceState(state, event.service);
    // Nothing is left to retry after the end, nor to send once something else is awaited.
    return told.stage === stage || endingOf(told) ? told : at(told, { ...stage, unsent: null });
  }
  // Problems that a retry cannot fix take precedence.
  if (event.kind === 'failed' && event.problem.kind !== 'general')
    return { ...state, stage: { kind: 'problem', problem: event.problem } };
  if (event.kind === 'went-back' && stage.unsent) {
    // One picture may never get through while another does. If all are stored, only the submission is left, so going back makes
    // no sense.
    const entered = enterStep(state);
    return 'progress' in entered.stage ? state : entered;
  }
  if (event.kind !== 'begun') return state;
  if (!stepOf(state)) return at(state, stageWithoutUser(state.service));
  return stage.unsent ? at(state, stage.unsent) : enterStep(state);
}

/** Returns whether there is a screen to go back to. */
export function canGoBack(state: FlowState): boolean {
  return advance(state, { kind: 'went-back' }) !== state;
}

function applyServiceState(state: FlowState, service: ClientState): FlowState {
  if (service.seq <= state.service.seq) return state;
  const before = stepOf(state);
  const told = { ...state, service };
  if (service.awaiting !== 'user') return at(told, stageWithoutUser(service));
  // Keeps the welcome screen until the user begins.
  if (!state.engaged && state.stage.kind === 'welcome')
    return restart(told, isSameAttempt(before, service.step) ? state.document : null);
  if (!before || !isSameAttempt(before, service.step)) return enterStep({ ...restart(told), engaged: true });
  return told;
}

/** Forgets the previous attempt, except for a document that the user has chosen. */
function restart(state: FlowState, chosen: DocumentType | null = null): FlowState {
  return {
    ...state,
    document: rememberedDocument(state.service, chosen),
    stored: storedSlotsOf(state.service),
    isAnew: false,
  };
}

function stageWithoutUser(service: ClientState): Stage {
  if (service.outcome) return stageOfOutcome(service.outcome);
  return service.awaiting === 'none' ? { kind: 'result', result: 'unknown' } : { kind: 'processing' };
}

/** Maps an outcome to the result that `completed` reports, or to the problem that `error` reports (API, 6.2 and 7.3). */
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
