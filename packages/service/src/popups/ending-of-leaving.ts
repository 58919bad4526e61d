import type { CompletionType, PopupEnding } from '@vendor/contract';
import { outcomeOf } from '../executions/outcome/outcome-of.ts';
import type { StoredExecution } from '../executions/stored-execution.ts';

/** Values of `completed` by the status that an execution ended with. */
const completions: Readonly<Record<'APPROVED' | 'REVIEW' | 'DECLINED' | 'ERROR', CompletionType>> = {
  APPROVED: 'success',
  REVIEW: 'pending',
  DECLINED: 'failed',
  ERROR: 'unknown',
};

/**
 * Determines how a flow ended whose window left without a message: by its outcome if there is one, with the result pending while
 * checks run, otherwise cancelled. Pure.
 */
export function endingOfLeaving(
  execution: Pick<StoredExecution, 'status' | 'walk' | 'begunAt'>,
): PopupEnding {
  const { walk, begunAt } = execution;
  const outcome = outcomeOf(execution);
  if (outcome) {
    const { status, retryLimitOf } = outcome;
    if (retryLimitOf === 'selfie') return { kind: 'error', code: 'error_code_6' };
    if (retryLimitOf) return { kind: 'error', code: 'error_code_5' };
    if (status === 'EXPIRED') return { kind: 'error', code: 'error_code_3' };
    return { kind: 'completed', status: completions[status] };
  }
  if (begunAt !== null && walk.awaiting === 'checks') return { kind: 'completed', status: 'pending' };
  return { kind: 'cancelled' };
}
