import type { ClientOutcome } from '@vendor/contract';
import type { StoredExecution } from '../stored-execution.ts';

/**
 * How an execution ended, as its user's page may know it; null while it has not. A decision since then is the outcome, and
 * what had ended the flow is none any more. Pure.
 */
export function outcomeOf({ walk, status }: Pick<StoredExecution, 'walk' | 'status'>): ClientOutcome | null {
  const { outcome } = walk;
  if (!outcome || status === 'PENDING' || outcome.status === status) return outcome;
  return { status, retryLimitOf: null };
}
