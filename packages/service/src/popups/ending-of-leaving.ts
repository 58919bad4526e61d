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
 * How a flow has ended whose window went away without a word: by its outcome if there is one; while the checks run the
 * result is still to come; otherwise the user gave up. Pure.
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
