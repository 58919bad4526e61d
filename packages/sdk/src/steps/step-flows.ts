import type { CollectStep } from '../flow/collecting.ts';
import { type FlowEvent, type FlowState, stepOf } from '../flow/flow-state.ts';
import { advanceDocument, enterDocument } from './document/document-step.ts';
import { advanceForm, enterForm } from './form/form-step.ts';
import { advanceSelfie, enterSelfie } from './selfie/selfie-step.ts';

/** Returns the flow at the start of the step that the service requests. */
export function enterStep(state: FlowState): FlowState {
  const step = stepOf(state);
  if (!step) return { ...state, stage: { kind: 'processing' } };
  if (step.kind === 'document') return enterDocument(state, step);
  if (step.kind === 'selfie') return enterSelfie(state, step);
  if (step.kind === 'form') return enterForm(state);
  // Does not compile if a kind of step is not handled above.
  const files: CollectStep = step;
  return state.collect ? state.collect.enter(state, files) : { ...state, stage: { kind: 'loading' } };
}

/** Returns the flow after an event of the current step. */
export function advanceStep(state: FlowState, event: FlowEvent): FlowState {
  const step = stepOf(state);
  if (!step) return state;
  if (step.kind === 'document') return advanceDocument(state, event);
  if (step.kind === 'selfie') return advanceSelfie(state, step, event);
  if (step.kind === 'form') return advanceForm(state, event);
  // Does not compile if a kind of step is not handled above.
  const files: CollectStep = step;
  return state.collect ? state.collect.advance(state, files, event) : state;
}
