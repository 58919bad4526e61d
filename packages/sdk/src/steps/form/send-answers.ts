import type { FormAnswers } from '@vendor/contract';
import { stepOf } from '../../flow/flow-state.ts';
import { AnswersRefused } from '../../session/answers-refused.ts';
import { limitToAttempt, recover, type Sending, watchedCall } from '../../session/sending.ts';
import { ServiceFailure } from '../../session/service-failure.ts';

/**
 * Sends the answers to a form, and continues with what the service awaits next. @throws ServiceFailure if the session cannot
 * continue.
 */
export async function sendAnswers(asked: Sending, answers: FormAnswers): Promise<void> {
  const sending = limitToAttempt(asked);
  const { service, flow, dispatch, signal, isAwaited } = sending;
  const step = stepOf(flow());
  const { stage } = flow();
  // Checks the stage again: the answers have waited for `begin`, which may have failed, ended the flow, or told of another step.
  if (!step || stage.kind !== 'form' || !stage.isSending) return;
  // The code for it may have been waited for; nothing more is told before the service answers.
  dispatch({ kind: 'connection-changed', offline: false });
  try {
    const attempt = { stepId: step.id, attempt: step.attempt };
    const state = await service.answer(attempt, answers, watchedCall(sending));
    if (!signal.aborted) dispatch({ kind: 'state-told', service: state });
  } catch (failure) {
    if (failure instanceof AnswersRefused && failure.fields.length > 0)
      dispatch({ kind: 'answers-refused', fields: failure.fields });
    // Too much of it: no try can mend that, and it is no picture to be taken again.
    else if (failure instanceof ServiceFailure && failure.kind === 'unusable' && isAwaited()) throw failure;
    else await recover(failure, sending);
  }
}
