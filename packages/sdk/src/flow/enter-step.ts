import { type FlowState, nextSideOf, stepOf } from './flow-state.ts';

/**
 * The flow at the beginning of the step that the service awaits: what went wrong the last time is told first, then the
 * document is chosen, then the next missing side is asked for.
 */
export function enterStep(state: FlowState): FlowState {
  const step = stepOf(state);
  if (!step) return { ...state, stage: { kind: 'processing' } };
  if (step.reasons.length > 0 && state.storedSides.length === 0) {
    return { ...state, stage: { kind: 'retry', reasons: step.reasons } };
  }
  const side = nextSideOf(state);
  if (side) return { ...state, stage: { kind: 'instruct', side } };
  const last = state.storedSides[state.storedSides.length - 1];
  if (state.document === null || last === undefined) return { ...state, stage: { kind: 'document-choice' } };
  // The user has seen and accepted every side, only the submission never arrived.
  return { ...state, stage: { kind: 'upload', side: last, progress: null, offline: false } };
}
