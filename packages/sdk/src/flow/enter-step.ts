import { enterDocument } from './document-step.ts';
import { collectStepOf, type FlowState, stepOf } from './flow-state.ts';
import { enterForm } from './form-step.ts';
import { enterSelfie } from './selfie-step.ts';

/** The flow at the beginning of the step that the service awaits. */
export function enterStep(state: FlowState): FlowState {
  const step = stepOf(state);
  if (!step) return { ...state, stage: { kind: 'processing' } };
  if (step.kind === 'document') return enterDocument(state, step);
  if (step.kind === 'selfie') return enterSelfie(state, step);
  if (step.kind === 'form') return enterForm(state);
  // No other step is sent to this version.
  const collects = collectStepOf(state);
  if (collects && state.collect) return state.collect.enter(state, collects);
  return { ...state, stage: { kind: 'loading' } };
}
