import type { FormAnswers } from '@vendor/contract';
import { stepOf } from '../../flow/flow-state.ts';
import { AnswersRefused } from '../../session/answers-refused.ts';
import { limitToAttempt, recover, type Sending, watchedCall } from '../../session/sending.ts';
import { ServiceFailure } from '../../session/service-failure.ts';

/**
 * Sends the answers to a form, and continues with the next step that the service requests.
 *
 * @throws ServiceFailure if the session cannot continue.
 */
export async function sendAnswers(options: Sending, answers: FormAnswers): Promise<void> {
  const sending = limitToAttempt(options);
  const { service, flow, dispatch, signal, isAwaited } = sending;
  const step = stepOf(flow());
  const { stage } = flow();
  // Checks the stage again, because the answers have waited for `begin`, which may have failed, ended the flow, or returned
  // another step.
  if (!step || stage.kind !== 'form' || !stage.isSending) return;
  // Clears the notice shown while this code was loading.
  dispatch({ kind: 'connection-changed', offline: false });
  try {
    const attempt = { stepId: step.id, attempt: step.attempt };
    const state = await service.answer(attempt, answers, watchedCall(sending));
    if (!signal.aborted) dispatch({ kind: 'state', service: state });
  } catch (failure) {
    if (failure instanceof AnswersRefused && failure.fields.length > 0)
      dispatch({ kind: 'answers-refused', fields: failure.fields });
    // Too much data: retrying does not help, and there is no picture to retake.
    else if (failure instanceof ServiceFailure && failure.kind === 'unusable' && isAwaited()) throw failure;
    else await recover(failure, sending);
  }
}
