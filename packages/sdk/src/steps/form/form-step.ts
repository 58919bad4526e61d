import type { FormFieldName, FormStep } from '@vendor/contract';
import { at, type FlowEvent, type FlowState, type FormStage, stepOf } from '../../flow/flow-state.ts';

/** Returns the current form; null if the current step is of another kind, or there is none. */
export function formStepOf(state: FlowState): FormStep | null {
  const step = stepOf(state);
  return step?.kind === 'form' ? step : null;
}

/** Returns the flow at the start of a form. */
export function enterForm(state: FlowState): FlowState {
  return formAt(state, { isSending: false, offline: false, refused: [] });
}

/** Returns the flow after an event of a form. */
export function advanceForm(state: FlowState, event: FlowEvent): FlowState {
  if (state.stage.kind !== 'form') return state;
  const { isSending, offline } = state.stage;
  switch (event.kind) {
    case 'answers-given':
      return isSending ? state : formAt(state, { isSending: true, offline, refused: [] });
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
