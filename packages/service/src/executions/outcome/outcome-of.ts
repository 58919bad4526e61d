import type { ClientOutcome } from '@vendor/contract';
import type { StoredExecution } from '../stored-execution.ts';

/**
 * Determines how an execution ended, as far as the user's page may know; null while it has not ended. A later decision replaces
 * the outcome and the reason why the flow ended. Pure.
 */
export function outcomeOf({ walk, status }: Pick<StoredExecution, 'walk' | 'status'>): ClientOutcome | null {
  const { outcome } = walk;
  if (!outcome || status === 'PENDING' || outcome.status === status) return outcome;
  return { status, retryLimitOf: null };
}
