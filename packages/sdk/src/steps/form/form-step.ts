import type { FormFieldName, FormStep } from '@vendor/contract';
import { at, type FlowEvent, type FlowState, type FormStage, stepOf } from '../../flow/flow-state.ts';

/** The form that the user is asked to fill in; null when the step is another, or none. */
export function formStepOf(state: FlowState): FormStep | null {
  const step = stepOf(state);
  return step?.kind === 'form' ? step : null;
}

/** The flow at the beginning of a form. */
export function enterForm(state: FlowState): FlowState {
  return formAt(state, { isSending: false, offline: false, refused: [] });
}

/** The flow after an event that befalls a form. */
export function advanceForm(state: FlowState, event: FlowEvent): FlowState {
  if (state.stage.kind !== 'form') return state;
  const { isSending } = state.stage;
  switch (event.kind) {
    case 'answers-given':
      return isSending ? state : formAt(state, { isSending: true, offline: false, refused: [] });
    case 'answers-refused':
      return isSending ? formAt(state, { isSending: false, offline: false, refused: event.fields }) : state;
    default:
      return state;
  }
}

function formAt(
  state: FlowState,
  stage: Omit<FormStage, 'kind'> & { refused: readonly FormFieldName[] },
): FlowState {
  return at(state, { kind: 'form', ...stage });
}
