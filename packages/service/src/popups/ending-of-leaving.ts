import type { CompletionType, PopupEnding } from '@vendor/contract';
import { outcomeOf } from '../executions/outcome/outcome-of.ts';
import type { StoredExecution } from '../executions/stored-execution.ts';
import { countFollowing } from '../workflows/count-following.ts';

/** Status of the `completed` event by the final status of an execution. */
const completions: Readonly<Record<'APPROVED' | 'REVIEW' | 'DECLINED' | 'ERROR', CompletionType>> = {
  APPROVED: 'success',
  REVIEW: 'pending',
  DECLINED: 'failed',
  ERROR: 'unknown',
};

/**
 * Determines the ending of a flow whose window left without reporting one: its outcome, if any; completed as pending while
 * checks run that no further step may follow; otherwise cancelled. Pure.
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
  if (begunAt !== null && walk.awaiting === 'checks' && countFollowing(walk) === 0)
    return { kind: 'completed', status: 'pending' };
  return { kind: 'cancelled' };
}
